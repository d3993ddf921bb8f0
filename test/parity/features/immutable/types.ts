import { CustomResource, Immutable, type Int32, MaxLength, Resource } from '@operator-gen/runtime/api';

export class FossilSpec {
  @Immutable()
  layer!: Int32;
  @Immutable()
  finder?: string;
  bone?: Bone;
}

export class Bone {
  @Immutable()
  @MaxLength(30)
  name?: string;
  @Immutable()
  left!: boolean;
}

@Resource({ group: 'immutable.parity.example.com', version: 'v1' }, { plural: 'fossils' })
export class Fossil extends CustomResource {
  spec!: FossilSpec;
}
