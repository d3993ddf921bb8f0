import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// Run with --help to list the flags. Custom flags, dependencies of controllers and additional runnables are options of
// runOperator.
await runOperator({
  name: 'cache-operator',
  leaderElectionId: '8125c808.example.com',
  register,
});
