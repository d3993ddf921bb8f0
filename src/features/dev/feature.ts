import type { Feature } from '../../feature.js';
import { dev as command } from './command.js';

/** The inner loop of development: the operator on this machine, started again after each change. */
export const dev: Feature = {
  name: 'dev',
  requires: ['cluster', 'permissions'],
  diagnostics: async () => (await import('./diagnostics.js')).devDiagnostics,
  commands: { 'Run and ship': [command] },
};
