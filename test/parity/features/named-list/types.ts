import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * Voices are sung from low to high.
 * @minItems 1
 * @maxItems 8
 * @listType 'set'
 */
export type Voices = string[];

export class ChoirSpec {
  front!: Voices;
  /** Those whom nobody sees. */
  back?: Voices;
}

@Resource({ group: 'named-list.parity.example.com', version: 'v1' }, { plural: 'choirs' })
export class Choir extends CustomResource {
  spec?: ChoirSpec;
}
