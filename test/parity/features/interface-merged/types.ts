import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** SandwichSpec has two halves. */
export interface SandwichSpec {
  /** At the bottom. */
  bread: string;
}

export interface SandwichSpec {
  /**
   * On top.
   * @minLength 1
   */
  lid?: string;
}

@Resource({ group: 'interface-merged.parity.example.com', version: 'v1' }, { plural: 'sandwiches' })
export class Sandwich extends CustomResource {
  spec?: SandwichSpec;
}
