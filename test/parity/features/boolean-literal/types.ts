import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class LatchSpec {
  /** One has to say so. */
  closed!: true;
}

@Resource({ group: 'boolean-literal.parity.example.com', version: 'v1' }, { plural: 'latches' })
export class Latch extends CustomResource {
  spec?: LatchSpec;
}
