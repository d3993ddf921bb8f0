import type { JsonValue } from '../../base/model/schema.js';

/** A TypeScript type of a field, an item of a list or a value of a record. */
export type SourceType = {
  readonly nullable?: boolean;
} & (
  | { readonly is: 'plain'; readonly name: 'string' | 'boolean' }
  /** A type of `@operator-gen/runtime/api`. */
  | { readonly is: 'scalar'; readonly name: string }
  /** A type of Kubernetes. */
  | { readonly is: 'kubernetes'; readonly type: KubernetesType }
  | { readonly is: 'literals'; readonly values: readonly (string | number | boolean)[] }
  | { readonly is: 'list'; readonly of: SourceType }
  | { readonly is: 'record'; readonly of: SourceType }
  | { readonly is: 'declared'; readonly declaration: Declaration }
  /** A union of classes, distinguished by a literal field. */
  | { readonly is: 'union'; readonly members: readonly Declaration[] }
);

/** A type that `@operator-gen/runtime/k8s` exports. */
export interface KubernetesType {
  /** Such as `core/v1`. */
  readonly module: string;
  readonly name: string;
}

/** A marker as a decorator: its arguments are values, or markers of the parts of a value. */
export interface SourceMarker {
  readonly name: string;
  readonly values: readonly JsonValue[];
  readonly nested?: readonly SourceMarker[];
}

/** A field of a class. */
export interface SourceField {
  readonly name: string;
  readonly type: SourceType;
  /** Whether it can be absent for readers of the object. */
  readonly optional: boolean;
  /** Whether it can be absent for writers of the object. */
  readonly absentOnWrite: boolean;
  /** Absent if there is none, or if the type does not accept the default, which is then a marker. */
  readonly initializer?: JsonValue | undefined;
  /** The class whose instance is the initializer: an empty object that relies on the defaults of its fields. */
  readonly instanceOf?: Declaration | undefined;
  readonly description?: string | undefined;
  readonly markers: readonly SourceMarker[];
}

/** The identity of a kind on the API server. */
export interface KindInfo {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly listKind?: string;
}

/** A class or a type alias. Its name and its file are known when all types are. */
export interface Declaration {
  name: string;
  readonly description?: string | undefined;
  readonly markers: readonly SourceMarker[];
  readonly body:
    | { readonly is: 'class'; readonly fields: readonly SourceField[]; readonly kind?: KindInfo }
    | { readonly is: 'alias'; readonly type: SourceType };
}

/** A file with types; its path is relative to the folder of its group and version. */
export interface SourceText {
  readonly path: string;
  readonly content: string;
  /** The reason why the code is not formatted, as a clause. */
  readonly unformatted?: string;
}
