import { CustomResource, type Int32, Minimum, Resource } from '@operator-gen/runtime/api';

/**
 * Knots hold it.
 * @minimum 2
 * @maximum 9
 */
export type Knots = Int32;

export class HammockSpec {
  /** As many as on the other side. */
  @Minimum(2)
  head!: Knots;
  feet!: Knots;
}

@Resource({ group: 'field-marker-over-type.parity.example.com', version: 'v1' }, { plural: 'hammocks' })
export class Hammock extends CustomResource {
  spec?: HammockSpec;
}
