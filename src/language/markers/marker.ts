import type { Position } from '../../base/model/position.js';
import type { RbacRule } from '../../base/model/rbac.js';
import type { Property, Schema, Validation } from '../../base/model/schema.js';
import type { Kind, KindVersion } from '../../base/model/kind.js';
import type { WebhookConfiguration, WebhookRule } from '../../base/model/webhook.js';
import type { Argument, ArgumentValue } from './argument.js';

/**
 * One positional parameter of a marker. Only the last one can be `optional` or `rest`; a `rest` parameter takes any
 * number of arguments.
 */
export interface Parameter {
  readonly name: string;
  readonly argument: Argument;
  readonly optional?: boolean;
  readonly rest?: boolean;
}

/**
 * The schemas that a marker applies to. It determines the type of the decorator and the uses that the generator
 * rejects.
 */
export type SchemaTarget = 'number' | 'string' | 'formatted' | 'array' | 'object' | 'record' | 'any';

interface MarkerBase {
  /** The name of the decorator. */
  readonly name: string;
  /** The JSDoc tag, if it is not the name in camelCase because JSDoc already has a tag with that name. */
  readonly tag?: string;
  /** One sentence for the documentation, the editor and `inspect`. */
  readonly summary: string;
  /** The equivalent kubebuilder markers as written in Go without the plus sign; an empty list if there are none. */
  readonly kubebuilder: readonly string[];
  /** The output that it sets: keywords of a schema, or fields of a CustomResourceDefinition or a role. */
  readonly emits: readonly string[];
  /** The fields of a ClusterServiceVersion that it sets, in bundles for OLM. */
  readonly inBundle?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The parameters when there are two or more arguments, and the first one is a kind instead of an object. */
  readonly withKind?: readonly Parameter[];
  readonly repeatable?: boolean;
}

/** The reason why a marker rejects its arguments or its field, and a valid alternative. */
export interface MarkerRefusal {
  readonly reason: string;
  readonly instead: string;
  /** Keys that lead to the part of the first argument that is wrong. */
  readonly at?: readonly string[];
}

/**
 * A marker on a field or a type, which changes its schema. `apply` returns a refusal if the marker cannot be applied.
 */
export interface SchemaMarker extends MarkerBase {
  readonly on: 'schema';
  readonly target: SchemaTarget;
  /** Whether it changes the type, and is therefore applied before the markers that depend on the type. */
  readonly early?: boolean;
  /** Whether it depends on what all other markers set, and is therefore applied after them. */
  readonly late?: boolean;
  readonly apply: (schema: Schema, values: readonly never[]) => MarkerRefusal | undefined;
  /** Whether the TypeScript type is ignored. The marker must therefore be known before the type is read. */
  readonly schemaless?: boolean;
  /** Whether clients must set the field, regardless of its TypeScript type and its default. */
  readonly presence?: 'optional' | 'required';
  /** Whether the field is only in TypeScript, and not in the schema. */
  readonly ignored?: boolean;
  /** Validations that the marker on a field adds to the object that contains the field. */
  readonly inParent?: (field: Pick<Property, 'name' | 'required'>) => readonly Validation[];
}

/** A kind while its markers are read. */
export type KindDraft = {
  -readonly [
    K in keyof Pick<
      Kind,
      'kind' | 'plural' | 'singular' | 'listKind' | 'shortNames' | 'categories' | 'scope' | 'annotations' | 'labels'
    >
  ]: Kind[K];
} & {
  -readonly [
    K in keyof Pick<
      KindVersion,
      | 'served'
      | 'storage'
      | 'deprecated'
      | 'status'
      | 'scale'
      | 'printColumns'
      | 'selectableFields'
      | 'inConsole'
      | 'ofFeatures'
    >
  ]: KindVersion[K];
} & { skipped: boolean; groupVersion?: { readonly group: string; readonly version: string } };

/** A marker on the class of a kind. */
export interface KindMarker extends MarkerBase {
  readonly on: 'kind';
  readonly apply: (kind: KindDraft, values: readonly never[]) => MarkerRefusal | undefined;
}

/** A marker that is independent of types: on a class, a method or, as a tag, on any declaration. */
interface CodeMarkerOf<On extends string, Made extends { readonly position: Position }> extends MarkerBase {
  /** The part of the model that its values are added to. */
  readonly on: On;
  readonly apply: (values: readonly never[]) => Omit<Made, 'position'>;
}

export type RbacMarker = CodeMarkerOf<'rbac', RbacRule>;
export type WebhookMarker = CodeMarkerOf<'webhooks', WebhookRule>;
export type WebhookConfigurationMarker = CodeMarkerOf<'webhookConfigurations', WebhookConfiguration>;

export type Marker = SchemaMarker | KindMarker | RbacMarker | WebhookMarker | WebhookConfigurationMarker;

/** The values of a parameter list, in order. */
export type ParameterValues<P extends readonly Parameter[]> = P extends readonly [
  infer First extends Parameter,
  ...infer Others extends readonly Parameter[],
]
  ? First extends { rest: true }
    ? ArgumentValue<First['argument']>[]
    : First extends { optional: true }
      ? [ArgumentValue<First['argument']>?, ...ParameterValues<Others>]
      : [ArgumentValue<First['argument']>, ...ParameterValues<Others>]
  : [];

type Definition<P extends readonly Parameter[], Apply> = Omit<MarkerBase, 'parameters'> & { parameters: P } & Apply;

/** Defines a schema marker; the types of the values for `apply` are derived from the parameters. */
export function schemaMarker<const P extends readonly Parameter[]>(
  definition: Definition<
    P,
    Pick<SchemaMarker, 'target' | 'early' | 'late' | 'schemaless' | 'presence' | 'ignored' | 'inParent'> & {
      apply: (schema: Schema, values: ParameterValues<P>) => MarkerRefusal | undefined | void;
    }
  >,
): SchemaMarker {
  return { on: 'schema', ...definition } as unknown as SchemaMarker;
}

/** Defines a marker on the class of a kind, like `schemaMarker`. */
export function kindMarker<const P extends readonly Parameter[]>(
  definition: Definition<
    P,
    { apply: (kind: KindDraft, values: ParameterValues<P>) => MarkerRefusal | undefined | void }
  >,
): KindMarker {
  return { on: 'kind', ...definition } as unknown as KindMarker;
}

/** Defines a marker on code, like `schemaMarker`. */
function codeMarker<M extends WebhookMarker | WebhookConfigurationMarker>(on: M['on']) {
  return <const P extends readonly Parameter[]>(
    definition: Definition<P, { apply: (values: ParameterValues<P>) => ReturnType<M['apply']> }>,
  ): M => ({ on, ...definition }) as unknown as M;
}

/** Defines a marker for permissions, which has two lists of parameters, like `schemaMarker`. */
export function rbacMarker<const P extends readonly Parameter[], const Q extends readonly Parameter[]>(
  definition: Omit<MarkerBase, 'parameters' | 'withKind'> & {
    parameters: P;
    withKind: Q;
    apply: (values: ParameterValues<P> | ParameterValues<Q>) => ReturnType<RbacMarker['apply']>;
  },
): RbacMarker {
  return { on: 'rbac', ...definition } as unknown as RbacMarker;
}

export const webhookMarker = codeMarker<WebhookMarker>('webhooks');
export const webhookConfigurationMarker = codeMarker<WebhookConfigurationMarker>('webhookConfigurations');

/** Returns the JSDoc tag of a marker: its name in camelCase, unless it has a different tag. */
export function tagName(marker: Pick<Marker, 'name' | 'tag'>): string {
  return marker.tag ?? marker.name.charAt(0).toLowerCase() + marker.name.slice(1);
}
