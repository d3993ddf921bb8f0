import { CustomResource, type Int32, Maximum, Resource, StructType } from '@operator-gen/runtime/api';

/** Half shows eyes. */
export class Half {
  @Maximum(6)
  eyes!: Int32;
}

export class DominoesSpec {
  /** The upper one. */
  @StructType('atomic')
  upper!: Half;
  lower!: Half;
  third?: Half | null;
}

@Resource({ group: 'same-type-twice.parity.example.com', version: 'v1' }, { plural: 'dominoes' })
export class Dominoes extends CustomResource {
  spec?: DominoesSpec;
}
