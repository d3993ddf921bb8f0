import { AtMostOneOf, CustomResource, Resource } from '@operator-gen/runtime/api';

@AtMostOneOf('in', 'as')
export class SwitchboardSpec {
  in?: boolean;
  as?: boolean;
}

@Resource({ group: 'one-of-odd-names.parity.example.com', version: 'v1' }, { plural: 'switchboards' })
export class Switchboard extends CustomResource {
  spec?: SwitchboardSpec;
}
