import { CustomResource, Immutable, type Int32, MaxItems, Resource } from '@operator-gen/runtime/api';

export class MonumentSpec {
  @Immutable()
  @MaxItems(3)
  names!: string[];
  @Immutable()
  base!: Base;
  @Immutable()
  words?: Record<string, string>;
}

export class Base {
  height!: Int32;
}

@Resource({ group: 'immutable-compounds.parity.example.com', version: 'v1' }, { plural: 'monuments' })
export class Monument extends CustomResource {
  spec!: MonumentSpec;
}
