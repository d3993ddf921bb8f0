import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/** Tool is held in a hand. */
export class Tool {
  grams!: Int32;
}

/** Hammer is a tool for nails. */
export type Hammer = Tool;

export class AnvilSpec {
  tool?: Tool;
  hammer?: Hammer;
  /** For two hands. */
  large?: Hammer;
}

@Resource({ group: 'alias-of-class.parity.example.com', version: 'v1' }, { plural: 'anvils' })
export class Anvil extends CustomResource {
  spec?: AnvilSpec;
}
