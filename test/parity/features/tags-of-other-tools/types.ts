import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * SextantSpec measures angles.
 *
 * @remarks Not for children.
 * @see SextantSpec.angle
 */
export class SextantSpec {
  /**
   * How far above the horizon.
   * @deprecated use a satellite
   * @example
   * angle: 30
   * ---
   * angle: 31
   */
  angle?: Int32;
  /**
   * Which star.
   * @since 1757
   */
  star?: string;
}

@Resource({ group: 'tags-of-other-tools.parity.example.com', version: 'v1' }, { plural: 'sextants' })
export class Sextant extends CustomResource {
  spec?: SextantSpec;
}
