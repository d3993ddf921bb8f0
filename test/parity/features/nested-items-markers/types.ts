import { CustomResource, Items, MaxItems, MinLength, Resource } from '@operator-gen/runtime/api';

/**
 * Patch is a piece of cloth.
 * @maxLength 8
 */
export type Patch = string;

export class QuiltSpec {
  @MaxItems(9)
  @Items(MaxItems(7), Items(MinLength(1)))
  rows?: Patch[][];
}

@Resource({ group: 'nested-items-markers.parity.example.com', version: 'v1' }, { plural: 'quilts' })
export class Quilt extends CustomResource {
  spec?: QuiltSpec;
}
