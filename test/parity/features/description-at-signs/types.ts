import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class StampSpec {
  /** Mail to a@stamps.example or to @stamps. */
  mail?: string;
  /** Use `@Minimum` or {braces} * and stars. */
  text?: string;
  /**
   * Stars:
   * * one
   * * two
   */
  stars?: string;
  /**
   * # Heading
   *
   * Text [link] and <b>tags</b> &amp; more.
   */
  markup?: string;
}

@Resource({ group: 'description-at-signs.parity.example.com', version: 'v1' }, { plural: 'stamps' })
export class Stamp extends CustomResource {
  spec?: StampSpec;
}
