import type { Feature } from '../../feature.js';
import { upgrade as command } from './command.js';

/** Scaffolded files in the state of this release. */
export const upgrade: Feature = {
  name: 'upgrade',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).upgradeDiagnostics,
  commands: { Change: [command] },
  checks: [async (input) => (await import('./check.js')).checkRelease(input)],
};
