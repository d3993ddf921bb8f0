import type { Feature } from '../../feature.js';

/** Checks of what `config/default` deploys. */
export const deployment: Feature = {
  name: 'deployment',
  requires: ['import', 'verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).deploymentDiagnostics,
  checks: [async (input) => (await import('./check.js')).checkDeployment(input)],
};
