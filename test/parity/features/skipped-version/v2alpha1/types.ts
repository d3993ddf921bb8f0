import { CustomResource, type Int32, Resource, SkipVersion } from '@operator-gen/runtime/api';

export class CometSpec {
  tails?: Int32[];
}

@Resource({ group: 'skipped-version.parity.example.com', version: 'v2alpha1' }, { plural: 'comets' })
@SkipVersion()
export class Comet extends CustomResource {
  spec?: CometSpec;
}
