import { CustomResource, type Quantity, Resource } from '@operator-gen/runtime/api';

export class SiloSpec {
  /** How much grain goes in. */
  grain!: Quantity;
  dust: Quantity = '5Gi';
  byKind?: Record<string, Quantity>;
  loads?: Quantity[];
}

@Resource({ group: 'quantity.parity.example.com', version: 'v1' }, { plural: 'silos' })
export class Silo extends CustomResource {
  spec?: SiloSpec;
}
