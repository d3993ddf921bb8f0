import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

/** ScaleSpec weighs. */
export interface ScaleSpec {
  /**
   * In grams.
   * @minimum 1
   * @maximum 5000
   * @multipleOf 5
   */
  load: Int32;
  /**
   * @minimum -1
   * @exclusiveMinimum
   * @maximum 1
   * @exclusiveMaximum true
   */
  tilt?: Int64;
  /** @default 10 */
  tare?: Int32;
}

@Resource({ group: 'tags-numbers.parity.example.com', version: 'v1' }, { plural: 'scales' })
export class Scale extends CustomResource {
  spec?: ScaleSpec;
}
