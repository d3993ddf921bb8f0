import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** RibbonSpec ends with two spaces.   */
export class RibbonSpec {
  /**Straight after the stars.*/
  red?: string;
  /** First line
   *   indented line
   * last line */
  blue?: string;
  /** The first of two comments. */
  /** The last of two comments. */
  gold?: string;
}

@Resource({ group: 'description-one-line-forms.parity.example.com', version: 'v1' }, { plural: 'ribbons' })
export class Ribbon extends CustomResource {
  spec?: RibbonSpec;
}
