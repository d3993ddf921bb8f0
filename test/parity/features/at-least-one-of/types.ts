import { AtLeastOneOf, CustomResource, Resource } from '@operator-gen/runtime/api';

/** StallSpec sells something. */
@AtLeastOneOf('fruit', 'fish')
export class StallSpec {
  fruit?: string[];
  fish?: string[];
}

@Resource({ group: 'at-least-one-of.parity.example.com', version: 'v1' }, { plural: 'stalls' })
export class Stall extends CustomResource {
  spec?: StallSpec;
}
