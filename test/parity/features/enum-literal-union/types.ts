import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class SignalSpec {
  /** Which lamp is lit. */
  lamp!: 'Red' | 'Amber' | 'Green';
  arrow?: 'Left' | 'Right';
  wired!: 'Always';
}

@Resource({ group: 'enum-literal-union.parity.example.com', version: 'v1' }, { plural: 'signals' })
export class Signal extends CustomResource {
  spec?: SignalSpec;
}
