import type { Feature } from '../../feature.js';

/** Checks of what `config/default` deploys. */
export const deployment: Feature = {
  name: 'deployment',
  requires: ['import', 'verdict'],
  checks: [async (input) => (await import('./check.js')).checkDeployment(input)],
};
