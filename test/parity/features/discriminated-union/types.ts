import { CustomResource, Resource } from '@operator-gen/runtime/api';

export interface Paint {
  kind: 'Paint';
  /**
   * How it looks by day.
   * @maxLength 20
   */
  colour: string;
}

export interface Paper {
  kind: 'Paper';
  pattern: string;
}

/** Cover is what one sees of it. */
export type Cover = Paint | Paper;

export class WallSpec {
  cover!: Cover;
}

@Resource({ group: 'discriminated-union.parity.example.com', version: 'v1' }, { plural: 'walls' })
export class Wall extends CustomResource {
  spec?: WallSpec;
}
