import { CustomResource, DeprecatedVersion, Resource } from '@operator-gen/runtime/api';

export class PhonographSpec {
  wax?: boolean;
}

@Resource({ group: 'deprecated-without-warning.parity.example.com', version: 'v1' }, { plural: 'phonographs' })
@DeprecatedVersion()
export class Phonograph extends CustomResource {
  spec?: PhonographSpec;
}
