import { CustomResource, type Int32, Maximum, Minimum, Resource } from '@operator-gen/runtime/api';

export class DatabaseSpec {
  name?: string;
  @Minimum(1)
  @Maximum(65535)
  port?: Int32;
  /** Such as 50G. */
  'storage-size'?: string;
  image?: string;
  replicas?: Int32;
}

@Resource({ group: 'database.parity.example.com', version: 'v1' }, { plural: 'databases', shortNames: ['db'] })
export class Database extends CustomResource {
  spec?: DatabaseSpec;
}
