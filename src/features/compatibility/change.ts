import type { JsonValue } from '../../base/model/schema.js';
import type { Crd, CrdSchema, CrdVersion } from '../../base/crd/crd.js';

/**
 * Who a change breaks:
 *
 * - `writers`: requests that were accepted are rejected, or have another result
 * - `ratcheted`: the same, but stored objects can be updated while the field is unchanged (Kubernetes 1.30)
 * - `readers`: clients get values that they do not expect
 * - `stored-objects`: stored objects cannot be updated or read, or lose fields
 * - `clients`: requests to the API fail, whatever they contain
 */
export type Breaks = 'writers' | 'ratcheted' | 'readers' | 'stored-objects' | 'clients';

/** A difference that a rule has found: the values before and after; undefined for a missing value. */
export interface Difference {
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
  /** The affected property, if it is not the schema itself. */
  readonly property?: string;
  /** Path of the change below the schema or the version in the new definition, such as `.maximum`. */
  readonly keyword?: string;
}

/** The differences that a rule finds; undefined if nothing has changed. */
export type Found = Difference | readonly Difference[] | undefined;

/** A rule: what it reports, and whom the change breaks. */
export interface Rule<Parameters extends readonly unknown[]> {
  /** Name of the change, as in the file of accepted breaks. */
  readonly id: string;
  /** The change as a clause: `the maximum is lower`. */
  readonly what: string;
  readonly breaks: Breaks;
  /** `warning` if no one is affected who follows the conventions of the Kubernetes API, or uses released versions. */
  readonly severity?: 'warning';
  readonly find: (...parameters: Parameters) => Found;
}

/** A rule about one schema, wherever it is in a version. */
export type SchemaRule = Rule<[before: CrdSchema, after: CrdSchema]>;

/** A rule about a version of a kind; `after` is undefined if it was removed. */
export type VersionRule = Rule<[before: CrdVersion, after: CrdVersion | undefined, kind: Definitions]>;

/** A rule about properties that all versions share. */
export type KindRule = Rule<[kind: Definitions]>;

/** Two definitions of the same kind. */
export interface Definitions {
  readonly before: Crd;
  readonly after: Crd;
}

/** One change between two definitions of a kind. */
export interface Change extends Pick<Difference, 'before' | 'after'> {
  readonly rule: Omit<Rule<never>, 'find'>;
  /** Name of the definition. */
  readonly crd: string;
  readonly kind: string;
  /** The changed version; undefined for properties that all versions share. */
  readonly version?: string;
  /** Path of the field, such as `spec.ports[].name`; empty for the kind or the version. */
  readonly path: string;
  /** Path in the new definition, such as `spec.versions[0].schema.openAPIV3Schema.properties[spec].maximum`. */
  readonly crdPath: string;
}
