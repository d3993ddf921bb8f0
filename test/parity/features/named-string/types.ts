import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * Postcode is five digits.
 * @pattern '^[0-9]{5}$'
 * @maxLength 5
 */
export type Postcode = string;

export class PostboxSpec {
  near!: Postcode;
  /** The districts that it serves. */
  serves?: Postcode[];
}

@Resource({ group: 'named-string.parity.example.com', version: 'v1' }, { plural: 'postboxes' })
export class Postbox extends CustomResource {
  spec?: PostboxSpec;
}
