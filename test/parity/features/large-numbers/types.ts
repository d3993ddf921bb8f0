import {
  CustomResource,
  type Double,
  type Int32,
  type Int64,
  Maximum,
  Minimum,
  Resource,
} from '@operator-gen/runtime/api';

export class GalaxySpec {
  @Minimum(-2147483648)
  @Maximum(2147483647)
  stars!: Int32;
  @Maximum(9007199254740991)
  years: Int64 = 4503599627370496;
  @Maximum(0.000001)
  dust?: Double;
  @Minimum(1_000_000)
  light?: Int64;
}

@Resource({ group: 'large-numbers.parity.example.com', version: 'v1' }, { plural: 'galaxies' })
export class Galaxy extends CustomResource {
  spec?: GalaxySpec;
}
