import type { Feature } from '../../feature.js';
import { upgrade as command } from './command.js';

/** Updates of scaffolded files to this release. */
export const upgrade: Feature = {
  name: 'upgrade',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).upgradeDiagnostics,
  commands: { Project: [command] },
  checks: [async (input) => (await import('./check.js')).checkRelease(input)],
};
