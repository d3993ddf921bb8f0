import { CustomResource, type Int32, ListType, MaxItems, Resource } from '@operator-gen/runtime/api';

export class HerbariumSpec {
  /** Every plant once. */
  @ListType('set')
  plants!: string[];

  @ListType('set')
  @MaxItems(12)
  months?: Int32[];
}

@Resource({ group: 'list-type-set.parity.example.com', version: 'v1' }, { plural: 'herbariums' })
export class Herbarium extends CustomResource {
  spec?: HerbariumSpec;
}
