import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class LetterSpec {
  /**
   * Dear reader,
   *
   * this is the second paragraph.
   *
   * And the third, with two lines
   * in it.
   */
  body?: string;
  /**
   *
   * Begins with nothing and ends so.
   *
   */
  sign?: string;
}

@Resource({ group: 'description-blank-lines.parity.example.com', version: 'v1' }, { plural: 'letters' })
export class Letter extends CustomResource {
  spec?: LetterSpec;
}
