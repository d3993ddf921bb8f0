import { CustomResource, type Int32, Maximum, Resource } from '@operator-gen/runtime/api';

/**
 * Height is how high it grows.
 * @maximum 9
 */
export type Height = Int32;

export class PalisadeSpec {
  /** Lower than others. */
  @Maximum(4)
  rose!: Height;
}

@Resource({ group: 'field-marker-against-type.parity.example.com', version: 'v1' }, { plural: 'palisades' })
export class Palisade extends CustomResource {
  spec?: PalisadeSpec;
}
