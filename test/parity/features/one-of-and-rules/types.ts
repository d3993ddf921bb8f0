import { AtLeastOneOf, AtMostOneOf, CustomResource, Resource, XValidation } from '@operator-gen/runtime/api';

@XValidation({ rule: 'true', message: 'first' })
@AtMostOneOf('wood', 'steel')
@AtLeastOneOf('wood', 'steel')
export class CrateSpec {
  wood?: boolean;
  steel?: boolean;
}

@Resource({ group: 'one-of-and-rules.parity.example.com', version: 'v1' }, { plural: 'crates' })
export class Crate extends CustomResource {
  spec?: CrateSpec;
}
