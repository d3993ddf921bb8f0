import { testOperator } from 'operator-gen/testing';

// Deploys the image IMG to the cluster of the context E2E_CONTEXT, tests it, and removes it. `npm run test:e2e` sets both.
// What is tested follows from config/default and config/samples, so that it includes everything that you add there.
await testOperator({
  /** The condition that the samples of a kind reach, if it is not Ready or Available. For example: `Backup: 'Complete'`. */
  conditions: {},
});
