import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * Hangers says how many there are of a kind.
 * @maxProperties 20
 * @mapType 'granular'
 */
export type Hangers = Record<string, Int32>;

export class WardrobeSpec {
  hangers?: Hangers;
  spare?: Hangers;
}

@Resource({ group: 'named-map.parity.example.com', version: 'v1' }, { plural: 'wardrobes' })
export class Wardrobe extends CustomResource {
  spec?: WardrobeSpec;
}
