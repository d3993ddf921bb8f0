import { CustomResource, type Int32, Resource, StructType } from '@operator-gen/runtime/api';

/** Position is where it is; neither half means anything alone. */
@StructType('atomic')
export class Position {
  east!: Int32;
  north!: Int32;
}

export class Case {
  leather?: boolean;
}

export class CompassSpec {
  at!: Position;
  @StructType('granular')
  case?: Case;
  @StructType('atomic')
  lid?: Case;
}

@Resource({ group: 'struct-type.parity.example.com', version: 'v1' }, { plural: 'compasses' })
export class Compass extends CustomResource {
  spec?: CompassSpec;
}
