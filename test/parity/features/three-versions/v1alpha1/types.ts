import { CustomResource, Resource, UnservedVersion } from '@operator-gen/runtime/api';

export class RocketSpec {
  fuel?: string;
}

@Resource({ group: 'three-versions.parity.example.com', version: 'v1alpha1' }, { plural: 'rockets' })
@UnservedVersion()
export class Rocket extends CustomResource {
  spec?: RocketSpec;
}
