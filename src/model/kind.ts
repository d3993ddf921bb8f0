import type { Position } from './position.js';
import type { Schema } from './schema.js';

export type Scope = 'Namespaced' | 'Cluster';

/** A column of `kubectl get`; the fields are those of CustomResourceColumnDefinition. */
export interface PrintColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

/** The fields of CustomResourceSubresourceScale. */
export interface ScaleSubresource {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** One version of a kind: what stands in one class. */
export interface KindVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** Present on a version that clients are warned of; `warning` replaces the server's own sentence. */
  readonly deprecated?: { readonly warning?: string };
  readonly schema: Schema;
  readonly status: boolean;
  readonly scale?: ScaleSubresource;
  readonly printColumns: readonly PrintColumn[];
  /** JSON paths of the fields that field selectors may name. */
  readonly selectableFields: readonly string[];
  /** The class. */
  readonly position: Position;
  /** Where the markers stand that say this, by their names and in source order. */
  readonly origins?: Readonly<Record<string, readonly Position[]>>;
}

/** Where a marker of a version stands, or else the class. */
export function originOf({ origins, position }: KindVersion, marker: string, index = 0): Position {
  return origins?.[marker]?.[index] ?? position;
}

/** A custom resource, all its versions together: what becomes one CustomResourceDefinition. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: Scope;
  /** Annotations and labels of the CustomResourceDefinition itself. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Sorted by name. */
  readonly versions: readonly KindVersion[];
}

/** A version that is declared and left out of the CustomResourceDefinition. */
export interface SkippedVersion {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}
