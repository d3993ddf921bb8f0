import { CustomResource, Resource, StructType, Title } from '@operator-gen/runtime/api';

/**
 * Feather tickles.
 * @structType 'atomic'
 * @title 'A feather'
 */
export interface Feather {
  long?: boolean;
}

/**
 * Knots are tied in order.
 * @listType 'set'
 */
export type Knots = string[];

export class BonnetSpec {
  /** At the side. */
  @StructType('granular')
  left?: Feather;
  @Title('Another one')
  right?: Feather;
  knots?: Knots;
}

@Resource({ group: 'field-and-type-agree.parity.example.com', version: 'v1' }, { plural: 'bonnets' })
export class Bonnet extends CustomResource {
  spec?: BonnetSpec;
}
