import { CustomResource, Resource } from '@operator-gen/runtime/api';

export interface CipherSpec {
  'storage-size'?: string;
  'a.b'?: string;
  '1st'?: string;
  _under?: string;
  UPPER?: string;
  class?: string;
  __proto__?: string;
  constructor?: string;
  café?: string;
}

@Resource({ group: 'property-names.parity.example.com', version: 'v1' }, { plural: 'ciphers' })
export class Cipher extends CustomResource {
  spec?: CipherSpec;
}
