import type { Feature } from '../../feature.js';
import { validate } from './commands/validate/command.js';
import { verify } from './commands/verify/command.js';

/** The verdict of the API server on manifests. */
export const verdict: Feature = {
  name: 'verdict',
  requires: [],
  commands: { 'Generate and check': [verify, validate] },
  judge: async () => (await import('./generated/judge.js')).apiServerCode,
  checks: [
    async ({ environment, generated }) =>
      (await import('./kustomization-problems.js')).kustomizationProblems(environment, generated),
  ],
};
