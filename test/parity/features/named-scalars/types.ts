import { type Bytes, CustomResource, type Quantity, Resource } from '@operator-gen/runtime/api';

/**
 * Harvest is when it is cut.
 * @maxLength 64
 */
export type Harvest = Bytes;

/** Fodder is what they eat. */
export type Fodder = Quantity;

export class SeasonSpec {
  harvest?: Harvest;
  /** Enough of it. */
  fodder?: Fodder;
}

@Resource({ group: 'named-scalars.parity.example.com', version: 'v1' }, { plural: 'seasons' })
export class Season extends CustomResource {
  spec?: SeasonSpec;
}
