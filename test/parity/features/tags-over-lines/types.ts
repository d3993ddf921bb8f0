import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface LoomSpec {
  /**
   * @xValidation {
   *   rule: 'self.size() < 4',
   *   message: 'too many threads',
   * }
   * @maxItems 9
   */
  threads?: string[];
  /**
   * The pattern.
   * @default {
   *   rows: [1, 2],
   *   name: 'plain',
   * }
   */
  weave?: Weave;
}

export interface Weave {
  rows: Int32[];
  name: string;
}

@Resource({ group: 'tags-over-lines.parity.example.com', version: 'v1' }, { plural: 'looms' })
export class Loom extends CustomResource {
  spec?: LoomSpec;
}
