import { CustomResource, type Int32, Resource, StorageVersion } from '@operator-gen/runtime/api';

export class RocketSpec {
  fuel?: string;
  stages?: Int32;
}

@Resource({ group: 'three-versions.parity.example.com', version: 'v1' }, { plural: 'rockets' })
@StorageVersion()
export class Rocket extends CustomResource {
  spec?: RocketSpec;
}
