import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface Stove {
  /** @default 'wood' */
  fuel?: string;
  /** @default 2 */
  plates?: Int32;
}

export class CottageSpec {
  /** Warm without a word. */
  stove: Stove = {};
  spare: Stove[] = [{ fuel: 'gas' }, {}];
}

@Resource({ group: 'default-empty-with-nested.parity.example.com', version: 'v1' }, { plural: 'cottages' })
export class Cottage extends CustomResource {
  spec?: CottageSpec;
}
