import type { Feature } from '../../feature.js';
import { adopt as command } from './command.js';

/** Taking over projects of kubebuilder and operator-sdk. */
export const adopt: Feature = {
  name: 'adopt',
  requires: ['deployment', 'import', 'permissions', 'released', 'verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).adoptDiagnostics,
  commands: { Project: [command] },
};
