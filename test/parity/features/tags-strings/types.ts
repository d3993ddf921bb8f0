import { CustomResource, Resource } from '@operator-gen/runtime/api';

export interface KeyringSpec {
  /**
   * What is cut into it.
   * @minLength 3
   * @maxLength 9
   * @pattern /^[a-z]+(-[a-z]+)*$/
   */
  cut: string;
  /** @format 'ipv6' */
  door?: string;
  /**
   * @enum 'Iron', 'Brass'
   * @default 'Iron'
   */
  metal?: string;
}

@Resource({ group: 'tags-strings.parity.example.com', version: 'v1' }, { plural: 'keyrings' })
export class Keyring extends CustomResource {
  spec?: KeyringSpec;
}
