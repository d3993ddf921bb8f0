import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

export class AbacusSpec {
  rows!: Int32;
  beads!: Int64;
  small?: Int32;
  large?: Int64;
  /** No type here is unsigned either. */
  positive?: Int32;
}

@Resource({ group: 'integers.parity.example.com', version: 'v1' }, { plural: 'abacuses' })
export class Abacus extends CustomResource {
  spec?: AbacusSpec;
}
