import { CustomResource, type Int32, Minimum, Resource } from '@operator-gen/runtime/api';

/** Ring is worn on a finger. */
export class Ring {
  /** What shines. */
  stone!: string;
  @Minimum(1)
  carat?: Int32;
  size!: Int32;
}

export class JewelSpec {
  ring!: Ring;
  brooch?: Pick<Ring, 'stone' | 'carat'>;
}

@Resource({ group: 'utility-pick.parity.example.com', version: 'v1' }, { plural: 'jewels' })
export class Jewel extends CustomResource {
  spec?: JewelSpec;
}
