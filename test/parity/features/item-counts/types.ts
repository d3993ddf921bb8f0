import { CustomResource, type Int32, MaxItems, MinItems, Resource } from '@operator-gen/runtime/api';

export class QuartetSpec {
  @MinItems(4)
  @MaxItems(4)
  players!: string[];

  @MaxItems(0)
  conductors?: string[];

  @MinItems(1)
  bars?: Int32[];
}

@Resource({ group: 'item-counts.parity.example.com', version: 'v1' }, { plural: 'quartets' })
export class Quartet extends CustomResource {
  spec?: QuartetSpec;
}
