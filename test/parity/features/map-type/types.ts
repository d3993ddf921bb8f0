import { CustomResource, type Int32, MapType, Resource } from '@operator-gen/runtime/api';

export class PantrySpec {
  @MapType('atomic')
  jars?: Record<string, Int32>;
  @MapType('granular')
  tins?: Record<string, string>;
  loose?: Record<string, boolean>;
}

@Resource({ group: 'map-type.parity.example.com', version: 'v1' }, { plural: 'pantries' })
export class Pantry extends CustomResource {
  spec?: PantrySpec;
}
