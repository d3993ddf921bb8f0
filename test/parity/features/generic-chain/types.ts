import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

/**
 * Weight is in kilograms.
 * @minimum 0
 */
export type Weight = Int32;

/** Lid closes. */
export interface Lid<T> {
  carries?: T;
}

/** Box has something in it. */
export class Box<T> {
  /** What it is. */
  content!: T;
  rest?: T[];
  lid?: Lid<T>;
}

export class WarehouseSpec {
  heavy!: Box<Weight>;
  boxes?: Record<string, Box<Weight>>;
}

@Resource({ group: 'generic-chain.parity.example.com', version: 'v1' }, { plural: 'warehouses' })
export class Warehouse extends CustomResource {
  spec?: WarehouseSpec;
}
