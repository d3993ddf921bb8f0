import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class LadderSpec {
  /**
   * The steps:
   *   - up
   *     further up
   *   - down
   *
   *     an example
   *
   * 1. first
   * 2. second
   */
  steps?: string;
  /**
   *   Begins two spaces in.
   * and goes on.
   */
  shifted?: string;
  /**
   * Rows:
   * 	one
   * 	two
   */
  tabbed?: string;
  /**
   * Text
   *   TODO: indented
   *   --- indented
   * end.
   */
  late?: string;
}

@Resource({ group: 'description-indentation.parity.example.com', version: 'v1' }, { plural: 'ladders' })
export class Ladder extends CustomResource {
  spec?: LadderSpec;
}
