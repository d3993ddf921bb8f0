import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface MuseumpieceSpec {
  /**
   * @minItems 1
   * @maxItems 7
   * @listType 'map'
   * @listMapKey 'name'
   */
  parts: Part[];
  /**
   * @mapType 'atomic'
   * @minProperties 1
   * @maxProperties 3
   */
  labels?: Record<string, string>;
  case?: Case;
}

export interface Part {
  name: string;
  weight?: Int32;
}

/**
 * Case protects it.
 * @structType 'atomic'
 */
export interface Case {
  glass?: boolean;
}

@Resource({ group: 'tags-lists.parity.example.com', version: 'v1' }, { plural: 'museumpieces' })
export class Museumpiece extends CustomResource {
  spec?: MuseumpieceSpec;
}
