import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class RocketSpec {
  fuel?: string;
  crew?: Int32;
}

@Resource({ group: 'three-versions.parity.example.com', version: 'v1beta1' }, { plural: 'rockets' })
export class Rocket extends CustomResource {
  spec?: RocketSpec;
}
