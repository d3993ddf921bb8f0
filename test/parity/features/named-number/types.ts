import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * Balance is positive to the left.
 * @minimum -100
 * @maximum 100
 */
export type Balance = Int32;

export class SeesawSpec {
  start!: Balance;
  /** Where it comes to rest. */
  end?: Balance;
}

@Resource({ group: 'named-number.parity.example.com', version: 'v1' }, { plural: 'seesaws' })
export class Seesaw extends CustomResource {
  spec?: SeesawSpec;
}
