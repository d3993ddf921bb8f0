import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class Instrument {
  /** As many as it has. */
  strings?: Int32;
  /** What it is made of. */
  wood?: string;
}

export class ViolinSpec extends Instrument {
  /**
   * Always four.
   * @enum 4
   */
  declare strings: Int32;
  /** Not of brass. */
  declare wood: 'spruce' | 'maple';
}

@Resource({ group: 'inheritance-override.parity.example.com', version: 'v1' }, { plural: 'violins' })
export class Violin extends CustomResource {
  spec?: ViolinSpec;
}
