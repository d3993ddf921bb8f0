import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface FerrySpec {
  /** @default 4 */
  decks?: Int32;
  /** @default ['bow', 'stern'] */
  ramps?: string[];
  /** @default { open: true } */
  bridge?: Bridge;
}

export interface Bridge {
  open: boolean;
}

@Resource({ group: 'default-by-marker.parity.example.com', version: 'v1' }, { plural: 'ferries' })
export class Ferry extends CustomResource {
  spec?: FerrySpec;
}
