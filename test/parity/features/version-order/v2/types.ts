import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class ClockSpec {
  hands?: Int32;
}

@Resource({ group: 'version-order.parity.example.com', version: 'v2' }, { plural: 'clocks' })
export class Clock extends CustomResource {
  spec?: ClockSpec;
}
