import { runOperator } from '@operator-gen/runtime';
import { register } from './register.js';

// --help lists the flags. Flags of your own, what controllers need beside the manager, and what else is to run are further
// options of runOperator.
await runOperator({
  name: 'shop-operator',
  leaderElectionId: 'cbaaf340.example.com',
  register,
});
