import { CustomResource, type Int32, Resource, StorageVersion } from '@operator-gen/runtime/api';

export class ClockSpec {
  hands?: Int32;
}

@Resource({ group: 'version-order.parity.example.com', version: 'v10' }, { plural: 'clocks' })
@StorageVersion()
export class Clock extends CustomResource {
  spec?: ClockSpec;
}
