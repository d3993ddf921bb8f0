import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// --help lists the flags. Flags of your own, what controllers need beside the manager, and what else is to run are further
// options of runOperator.
await runOperator({
  name: 'my-first-operator',
  leaderElectionId: '23c84fc7.jgato.io',
  register,
});
