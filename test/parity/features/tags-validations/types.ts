import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

/**
 * HingeSpec turns.
 * @xValidation { rule: 'self.left != self.right', message: 'one of each' }
 */
export interface HingeSpec {
  /** @immutable */
  left: Int32;
  /** @immutable */
  right?: Int32;
  /** @xValidation { rule: 'self >= oldSelf', reason: 'FieldValueInvalid' } */
  turns: Int64;
  /**
   * @title 'Screws'
   * @externalDocs { url: 'https://hinges.example.com' }
   * @exampleValue 4
   */
  screws?: Int32;
}

@Resource({ group: 'tags-validations.parity.example.com', version: 'v1' }, { plural: 'hinges' })
export class Hinge extends CustomResource {
  spec?: HingeSpec;
}
