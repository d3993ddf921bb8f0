import type { Feature } from '../../feature.js';

/** Reading of releases: a folder, a file, a git ref or a cluster. Other features compare with them, or import them. */
export const released: Feature = {
  name: 'released',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).releasedDiagnostics,
};
