import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * CurtainSpec is for the audience.
 * ---
 * This is for those behind it.
 */
export class CurtainSpec {
  /**
   * Seen.
   * --- not seen
   * Not seen either.
   */
  front?: string;
  /** Two -- dashes, and three --- in a line, stay. */
  back?: string;
}

@Resource({ group: 'description-dashes.parity.example.com', version: 'v1' }, { plural: 'curtains' })
export class Curtain extends CustomResource {
  spec?: CurtainSpec;
}
