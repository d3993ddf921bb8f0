import {
  CustomResource,
  type Double,
  type Int32,
  type Int64,
  Maximum,
  Minimum,
  Resource,
} from '@operator-gen/runtime/api';

/** KilnSpec says how hot it may get. */
export class KilnSpec {
  @Maximum(1300)
  degrees!: Int32;

  @Minimum(0)
  @Maximum(86400)
  seconds!: Int64;

  @Maximum(0.75)
  humidity?: Double;
}

@Resource({ group: 'maximum.parity.example.com', version: 'v1' }, { plural: 'kilns' })
export class Kiln extends CustomResource {
  spec!: KilnSpec;
}
