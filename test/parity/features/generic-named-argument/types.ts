import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * Signature is where a book stands.
 * @maxLength 12
 */
export type Signature = string;

export interface Shelf<T> {
  first: T;
  all?: T[];
  /** The one that nobody reads. */
  last?: T;
}

export class CatalogueSpec {
  signatures!: Shelf<Signature>;
  /** One that was found elsewhere. */
  lost?: Signature;
}

@Resource({ group: 'generic-named-argument.parity.example.com', version: 'v1' }, { plural: 'catalogues' })
export class Catalogue extends CustomResource {
  spec?: CatalogueSpec;
}
