import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * Weight is put on.
 * @minimum 0
 */
export type Weight = Int32;

export class BalanceSpec {
  pans?: { [Side in 'left' | 'right']?: Weight };
  arms?: Partial<Record<'left' | 'right', Weight>>;
}

@Resource({ group: 'mapped-type-named-values.parity.example.com', version: 'v1' }, { plural: 'balances' })
export class Balance extends CustomResource {
  spec?: BalanceSpec;
}
