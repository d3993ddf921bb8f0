import type { Feature } from '../../feature.js';

/** Checks of the objects that `config/default` deploys. */
export const deployment: Feature = {
  name: 'deployment',
  requires: ['import', 'verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).deploymentDiagnostics,
  manifestGenerators: [
    async (source) => ({ diagnostics: await (await import('./moved-roles.js')).movedRoles(source) }),
    async (source) => ({ diagnostics: (await import('./moved-patches.js')).movedPatchesOf(source) }),
  ],
  checks: [async (input) => (await import('./check.js')).checkDeployment(input)],
};
