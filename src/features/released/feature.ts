import type { Feature } from '../../feature.js';

/** Reading what was released: a folder, a file, a git ref or a cluster. Other features compare with it, or import it. */
export const released: Feature = {
  name: 'released',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).releasedDiagnostics,
};
