import { resourceInfo } from '../../../../api/resource.js';
import type { KubernetesObject } from '../../../../api/object.js';
import { NoMatchError } from '../../../../client/no-match-error.js';
import { isJsonObject, type JsonObject } from '../../../../json/json-object.js';
import type { Values } from '../../chainsaw/expressions/evaluate.js';
import { fillTemplate } from '../../chainsaw/expressions/template.js';
import type { KindName, ServedKind } from '../../cluster/case-cluster.js';
import type { CaseObject } from '../../model.js';
import { targetOf, type Target } from '../check-objects.js';
import type { StepContext } from '../context.js';

/** Returns a kind by its exact name. @throws NoMatchError if the API server does not serve it */
export async function exactKind(name: KindName, { cluster }: StepContext): Promise<ServedKind> {
  const served = await cluster.kindOf(name);
  if (resourceInfo(served.handle).kind === name.kind) return served;
  throw new NoMatchError(`kind "${name.kind}"`, `version "${name.apiVersion}"`);
}

/** Returns an object with the values of its expressions. @throws Error if one of them cannot be evaluated */
export function filled(object: CaseObject, isTemplate: boolean, values: Values): CaseObject {
  return isTemplate ? withFields(object, fillTemplate(object.fields, object.fields, values) as JsonObject) : object;
}

/**
 * Returns an object of a check with the values of the expressions in its names and labels, as the rest is an assertion tree.
 * @throws Error if one of them cannot be evaluated
 */
export function withFilledNames(object: CaseObject, isTemplate: boolean, values: Values): CaseObject {
  return isTemplate ? withFields(object, withNames(object.fields, values)) : object;
}

/** Completes an object with the namespace of the case. @throws NoMatchError if the API server does not serve the kind */
export async function exactTarget(object: CaseObject, context: StepContext): Promise<Target> {
  await exactKind(object, context);
  return targetOf(object, context);
}

function withFields(object: CaseObject, fields: JsonObject): CaseObject {
  return { ...object, apiVersion: textOf(fields['apiVersion']), kind: textOf(fields['kind']), fields };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function withNames(fields: JsonObject, values: Values): JsonObject {
  const fill = (value: unknown): unknown => (typeof value === 'string' ? fillTemplate(value, value, values) : value);
  const { apiVersion, kind, metadata } = fields;
  const named = { ...fields, apiVersion: fill(apiVersion), kind: fill(kind) };
  if (!isJsonObject(metadata)) return named;
  const { labels } = metadata;
  const given = ['name', 'namespace'].filter((each) => Object.hasOwn(metadata, each));
  const names = Object.fromEntries(given.map((each) => [each, fill(metadata[each])]));
  const ofLabels = isJsonObject(labels) && {
    labels: Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, fill(value)])),
  };
  return { ...named, metadata: { ...metadata, ...names, ...ofLabels } };
}

/** Returns the objects that a target stands for: the one with its name, or all with its labels. */
export async function objectsOf(
  { kind, fields, name, namespace }: Target,
  { cluster }: StepContext,
): Promise<readonly KubernetesObject[]> {
  if (name !== undefined) {
    const found = await cluster.get(kind, { name, namespace });
    return found === undefined ? [] : [found];
  }
  return cluster.list(kind, namespace, labelsOf(fields));
}

/** Labels with other values than strings select nothing, as those of client-go. */
function labelsOf({ metadata }: JsonObject): Readonly<Record<string, string>> {
  const labels = isJsonObject(metadata) && isJsonObject(metadata['labels']) ? metadata['labels'] : {};
  return Object.values(labels).every((each) => typeof each === 'string') ? (labels as Record<string, string>) : {};
}
