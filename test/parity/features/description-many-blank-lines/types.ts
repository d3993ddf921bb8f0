import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class GapSpec {
  /**
   * One.
   *
   *
   *
   * Two.
   *
   * Three.
   */
  wide?: string;
  /**
   * Like this:
   * ```
   * a
   *
   *
   * b
   * ```
   *
   *
   * End.
   */
  fenced?: string;
  /**
   * Before.
   *
   * TODO: fill the gap.
   *
   * After.
   */
  around?: string;
  /**
   * Kept.
   *
   *
   * ---
   * Dropped.
   */
  ruled?: string;
}

@Resource({ group: 'description-many-blank-lines.parity.example.com', version: 'v1' }, { plural: 'gaps' })
export class Gap extends CustomResource {
  spec?: GapSpec;
}
