import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class VaseSpec {
  /**
   * How many flowers go in.
   * At most a dozen.
   * @minimum 1
   * @maximum 12
   */
  flowers!: Int32;
}

@Resource({ group: 'description-beside-markers.parity.example.com', version: 'v1' }, { plural: 'vases' })
export class Vase extends CustomResource {
  spec?: VaseSpec;
}
