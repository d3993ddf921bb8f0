import { CustomResource, type Int32, MultipleOf, Resource } from '@operator-gen/runtime/api';

/**
 * Metres are never negative.
 * @minimum 0
 */
export type Metres = Int32;

export class RopeSpec {
  whole!: Metres;
  @MultipleOf(2)
  piece!: Metres;
}

@Resource({ group: 'field-marker-beside-type.parity.example.com', version: 'v1' }, { plural: 'ropes' })
export class Rope extends CustomResource {
  spec?: RopeSpec;
}
