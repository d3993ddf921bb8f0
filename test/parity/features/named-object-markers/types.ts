import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * Drawer is pulled out.
 * @minProperties 1
 * @maxProperties 2
 * @mapType 'atomic'
 */
export type Drawer = Record<string, string>;

/**
 * Key opens it.
 * @structType 'atomic'
 */
export type Key = { teeth?: Int32 };

export class CabinetSpec {
  drawers?: Drawer[];
  keys?: Record<string, Key>;
}

@Resource({ group: 'named-object-markers.parity.example.com', version: 'v1' }, { plural: 'cabinets' })
export class Cabinet extends CustomResource {
  spec?: CabinetSpec;
}
