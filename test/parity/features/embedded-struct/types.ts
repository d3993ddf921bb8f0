import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/** Wheeled is what has wheels. */
export class Wheeled {
  /** How many there are. */
  wheels!: Int32;
  spokes?: Int32;
}

/** BicycleSpec has two of them, as a rule. */
export class BicycleSpec extends Wheeled {
  bell?: boolean;
}

@Resource({ group: 'embedded-struct.parity.example.com', version: 'v1' }, { plural: 'bicycles' })
export class Bicycle extends CustomResource {
  spec?: BicycleSpec;
}
