import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// Run with --help to list the flags. Custom flags, dependencies of controllers and additional runnables are options of
// runOperator.
await runOperator({
  name: 'my-first-operator',
  leaderElectionId: '23c84fc7.jgato.io',
  register,
});
