import { CustomResource, type IntOrString, MaxLength, Pattern, Resource } from '@operator-gen/runtime/api';

export class ValveSpec {
  @Pattern('^[0-9]+%?$')
  @MaxLength(4)
  flow?: IntOrString;
}

@Resource({ group: 'int-or-string-markers.parity.example.com', version: 'v1' }, { plural: 'valves' })
export class Valve extends CustomResource {
  spec?: ValveSpec;
}
