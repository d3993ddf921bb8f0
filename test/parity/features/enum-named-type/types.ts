import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Cloth is what a sail is made of. */
export type Cloth = 'Hemp' | 'Cotton' | 'Nylon';

export class SailSpec {
  main!: Cloth;
  /** The small one in front. */
  jib?: Cloth;
  spares?: Cloth[];
  byDeck?: Record<string, Cloth>;
}

@Resource({ group: 'enum-named-type.parity.example.com', version: 'v1' }, { plural: 'sails' })
export class Sail extends CustomResource {
  spec?: SailSpec;
}
