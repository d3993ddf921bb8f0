import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// Run with --help to list the flags. Custom flags, dependencies of controllers and additional runnables are options of
// runOperator.
await runOperator({
  name: 'yard-operator',
  leaderElectionId: 'd53a13c9.example.com',
  register,
});
