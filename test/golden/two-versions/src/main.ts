import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// Run with --help to list the flags. Custom flags, dependencies of controllers and additional runnables are options of
// runOperator.
await runOperator({
  name: 'widget-operator',
  leaderElectionId: '7e2bce87.k8s.io',
  register,
});
