import type { Position } from '../model/position.js';
import type { RbacRule } from '../model/rbac.js';
import type { Property, Schema, Validation } from '../model/schema.js';
import type { Kind, KindVersion } from '../model/kind.js';
import type { WebhookConfiguration, WebhookRule } from '../model/webhook.js';
import type { Argument, ArgumentValue } from './argument.js';

/** One positional parameter of a marker. Only the last may be `optional` or `rest`; of a `rest` there are any number. */
export interface Parameter {
  readonly name: string;
  readonly argument: Argument;
  readonly optional?: boolean;
  readonly rest?: boolean;
}

/** What a schema marker fits: decides the decorator's type and what the generator refuses. */
export type SchemaTarget = 'number' | 'string' | 'array' | 'object' | 'record' | 'any';

interface MarkerBase {
  /** The decorator's name. */
  readonly name: string;
  /** The JSDoc tag, where it is not the name in camelCase because JSDoc has a tag of that name. */
  readonly tag?: string;
  /** One sentence for the documentation, the editor and `inspect`. */
  readonly summary: string;
  /** The markers of kubebuilder that it stands for, as they are written in Go without the plus sign; none: an empty list. */
  readonly kubebuilder: readonly string[];
  /** What it writes: keywords of a schema, or the places of a CustomResourceDefinition or of a role. */
  readonly emits: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly repeatable?: boolean;
}

/** Why a marker refuses its arguments or its field, and what to write instead. */
export interface MarkerRefusal {
  readonly reason: string;
  readonly instead: string;
}

/** A marker on a field or a type: changes its schema. `apply` answers when it refuses. */
export interface SchemaMarker extends MarkerBase {
  readonly on: 'schema';
  readonly target: SchemaTarget;
  /** Changes the type, so it is applied before the markers that a type has to fit. */
  readonly early?: boolean;
  readonly apply: (schema: Schema, values: readonly never[]) => MarkerRefusal | undefined;
  /** The TypeScript type is not looked into, so the marker has to be known before. */
  readonly schemaless?: boolean;
  /** The field may be left out, whatever its TypeScript type says. */
  readonly optional?: boolean;
  /** What the marker on a field asks of the object that has the field. */
  readonly inParent?: (field: Pick<Property, 'name' | 'required'>) => readonly Validation[];
}

/** A kind while its markers are read. */
export type KindDraft = {
  -readonly [
    K in keyof Pick<Kind, 'plural' | 'singular' | 'shortNames' | 'categories' | 'scope' | 'annotations' | 'labels'>
  ]: Kind[K];
} & {
  -readonly [
    K in keyof Pick<
      KindVersion,
      'served' | 'storage' | 'deprecated' | 'status' | 'scale' | 'printColumns' | 'selectableFields'
    >
  ]: KindVersion[K];
} & { skipped: boolean; groupVersion?: { readonly group: string; readonly version: string } };

/** A marker on the class of a kind. */
export interface KindMarker extends MarkerBase {
  readonly on: 'kind';
  readonly apply: (kind: KindDraft, values: readonly never[]) => MarkerRefusal | undefined;
}

/** A marker that is not about a type: on a class, a method or, as a tag, on any declaration. */
interface CodeMarkerOf<On extends string, Made extends { readonly position: Position }> extends MarkerBase {
  /** Where in the model its values go. */
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

/** Defines a schema marker; the types of `apply`'s values follow from the parameters. */
export function schemaMarker<const P extends readonly Parameter[]>(
  definition: Definition<
    P,
    Pick<SchemaMarker, 'target' | 'early' | 'schemaless' | 'optional' | 'inParent'> & {
      apply: (schema: Schema, values: ParameterValues<P>) => MarkerRefusal | undefined | void;
    }
  >,
): SchemaMarker {
  return { on: 'schema', ...definition } as unknown as SchemaMarker;
}

/** As `schemaMarker`, for the class of a kind. */
export function kindMarker<const P extends readonly Parameter[]>(
  definition: Definition<
    P,
    { apply: (kind: KindDraft, values: ParameterValues<P>) => MarkerRefusal | undefined | void }
  >,
): KindMarker {
  return { on: 'kind', ...definition } as unknown as KindMarker;
}

/** As `schemaMarker`, for what code declares. */
function codeMarker<M extends RbacMarker | WebhookMarker | WebhookConfigurationMarker>(on: M['on']) {
  return <const P extends readonly Parameter[]>(
    definition: Definition<P, { apply: (values: ParameterValues<P>) => ReturnType<M['apply']> }>,
  ): M => ({ on, ...definition }) as unknown as M;
}

export const rbacMarker = codeMarker<RbacMarker>('rbac');
export const webhookMarker = codeMarker<WebhookMarker>('webhooks');
export const webhookConfigurationMarker = codeMarker<WebhookConfigurationMarker>('webhookConfigurations');

/** The JSDoc tag of a marker: its name in camelCase, unless it has one of its own. */
export function tagName(marker: Pick<Marker, 'name' | 'tag'>): string {
  return marker.tag ?? marker.name.charAt(0).toLowerCase() + marker.name.slice(1);
}
