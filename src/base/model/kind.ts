import type { Position } from './position.js';
import type { Property, Schema, JsonValue } from './schema.js';

export type Scope = 'Namespaced' | 'Cluster';

/** A column of `kubectl get`, with the fields of CustomResourceColumnDefinition. */
export interface PrintColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly description?: string;
  readonly format?: string;
  readonly priority?: number;
}

/** The scale subresource, with the fields of CustomResourceSubresourceScale. */
export interface ScaleSubresource {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** Texts about a version of a kind for the console of OLM, which replace those derived from the CRD. */
export interface KindInConsole {
  readonly displayName?: string;
  /** The resources that an object of the kind consists of. */
  readonly resources?: readonly { readonly kind: string; readonly version: string; readonly name?: string }[];
  /** The position among the kinds; kinds without one come last. */
  readonly order?: number;
}

/** One version of a kind, as declared by one class. */
export interface KindVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** Present on a deprecated version; `warning` replaces the default message of the API server. */
  readonly deprecated?: { readonly warning?: string };
  readonly schema: Schema;
  /** The name of the class, if it is not that of the kind. */
  readonly className?: string;
  /** The fields that every object has, if the sources say more about them than the defaults do: `apiVersion`, `metadata`. */
  readonly objectFields?: readonly Property[];
  readonly status: boolean;
  readonly scale?: ScaleSubresource;
  readonly printColumns: readonly PrintColumn[];
  /** JSON paths of the fields that field selectors can use. */
  readonly selectableFields: readonly string[];
  /** Texts for bundles for OLM. */
  readonly inConsole?: KindInConsole;
  /** Values that the markers of features set, by the name of the feature. */
  readonly ofFeatures?: Readonly<Record<string, JsonValue>>;
  /** Position of the class. */
  readonly position: Position;
  /** Positions of the markers that set these values, by marker name and in source order. */
  readonly origins?: Readonly<Record<string, readonly Position[]>>;
}

/** Returns the position of a marker of a version, or that of the class. */
export function originOf({ origins, position }: KindVersion, marker: string, index = 0): Position {
  return origins?.[marker]?.[index] ?? position;
}

/** A custom resource with all its versions, emitted as one CustomResourceDefinition. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  /** The kind of a list of its objects; `<kind>List` by default. */
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: Scope;
  /** Annotations and labels of the CustomResourceDefinition itself. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Sorted by name. */
  readonly versions: readonly KindVersion[];
}

/** A version that is declared but omitted from the CustomResourceDefinition. */
export interface SkippedVersion {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}
