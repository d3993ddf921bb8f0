import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class CookbookSpec {
  /**
   * How it is written:
   *
   * ```yaml
   * soup:
   *   leek: 2
   * ---
   * TODO: salt
   * ```
   *
   * TODO: not shown
   * And eaten.
   */
  soup?: string;
  /**
   * With tildes:
   * ~~~
   * ---
   * ~~~
   * The end.
   */
  cake?: string;
}

@Resource({ group: 'description-code-fence.parity.example.com', version: 'v1' }, { plural: 'cookbooks' })
export class Cookbook extends CustomResource {
  spec?: CookbookSpec;
}
