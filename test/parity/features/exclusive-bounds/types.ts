import {
  CustomResource,
  type Double,
  ExclusiveMaximum,
  ExclusiveMinimum,
  type Int32,
  Maximum,
  Minimum,
  Resource,
} from '@operator-gen/runtime/api';

export class SieveSpec {
  @Minimum(0)
  @ExclusiveMinimum()
  @Maximum(10)
  @ExclusiveMaximum()
  mesh!: Int32;

  @Maximum(2.5)
  @ExclusiveMaximum(true)
  thickness!: Double;

  /** Says what holds anyway. */
  @Minimum(1)
  @ExclusiveMinimum(false)
  layers!: Int32;
}

@Resource({ group: 'exclusive-bounds.parity.example.com', version: 'v1' }, { plural: 'sieves' })
export class Sieve extends CustomResource {
  spec?: SieveSpec;
}
