import type { Feature } from '../../feature.js';
import { test as command } from './command.js';

/** Declarative tests: folders of YAML files in the format of kuttl. */
export const test: Feature = {
  name: 'test',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).testDiagnostics,
  commands: { Run: [command] },
};
