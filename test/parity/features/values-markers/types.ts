import {
  CustomResource,
  type Int32,
  Maximum,
  MaxProperties,
  Minimum,
  Resource,
  Values,
} from '@operator-gen/runtime/api';

export class LarderSpec {
  @MaxProperties(20)
  @Values(Minimum(0), Maximum(99))
  jars?: Record<string, Int32>;
  /** @values maxLength(5) */
  where?: Record<string, string>;
}

@Resource({ group: 'values-markers.parity.example.com', version: 'v1' }, { plural: 'larders' })
export class Larder extends CustomResource {
  spec?: LarderSpec;
}
