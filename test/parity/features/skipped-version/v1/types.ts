import { CustomResource, type Int32, Resource, StorageVersion } from '@operator-gen/runtime/api';

export class CometSpec {
  tail?: Int32;
}

@Resource({ group: 'skipped-version.parity.example.com', version: 'v1' }, { plural: 'comets' })
@StorageVersion()
export class Comet extends CustomResource {
  spec?: CometSpec;
}
