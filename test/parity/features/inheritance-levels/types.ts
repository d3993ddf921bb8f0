import { CustomResource, type Int32, MinLength, Resource } from '@operator-gen/runtime/api';

/** Named is what has a name. */
export abstract class Named {
  /** What it is called. */
  @MinLength(1)
  name!: string;
}

/** Vessel floats. */
export abstract class Vessel extends Named {
  decks: Int32 = 1;
}

/** Driven goes somewhere. */
export abstract class Driven extends Vessel {
  drive!: 'Sail' | 'Steam';
}

/** ShipSpec is what its master knows of her. */
export class ShipSpec extends Driven {
  masts?: Int32;
}

@Resource({ group: 'inheritance-levels.parity.example.com', version: 'v1' }, { plural: 'ships' })
export class Ship extends CustomResource {
  spec?: ShipSpec;
}
