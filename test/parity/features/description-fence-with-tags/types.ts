import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class PrimerSpec {
  /**
   * As in
   *
   * ```ts
   * @minimum 3
   * x: Int32
   * ```
   * and no further.
   * @minimum 2
   */
  chapters?: Int32;
}

@Resource({ group: 'description-fence-with-tags.parity.example.com', version: 'v1' }, { plural: 'primers' })
export class Primer extends CustomResource {
  spec?: PrimerSpec;
}
