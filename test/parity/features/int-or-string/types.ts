import { CustomResource, type IntOrString, Resource } from '@operator-gen/runtime/api';

export class GateSpec {
  /** A number or a share of the whole. */
  open!: IntOrString;
  side?: IntOrString;
  rest: IntOrString = '25%';
  least: IntOrString = 1;
  others?: IntOrString[];
}

@Resource({ group: 'int-or-string.parity.example.com', version: 'v1' }, { plural: 'gates' })
export class Gate extends CustomResource {
  spec?: GateSpec;
}
