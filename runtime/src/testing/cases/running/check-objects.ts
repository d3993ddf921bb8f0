import type { KubernetesObject } from '../../../api/object.js';
import { isJsonObject, type JsonObject } from '../../../json/json-object.js';
import type { ServedKind } from '../cluster/case-cluster.js';
import { differences, type Difference } from '../matching/differences.js';
import { atMost, differenceText } from '../matching/show.js';
import type { CaseObject } from '../model.js';
import type { StepContext } from './context.js';
import type { Failure } from './result.js';

/** Lines about an object that differs. */
const mostLines = 10;

/** Compares the cluster with an object that must exist; undefined if one object has all its fields. */
export async function checkPresent(expected: CaseObject, context: StepContext): Promise<Failure | undefined> {
  const target = await targetOf(expected, context);
  const found = await candidates(expected, target, context);
  const what = describeTarget(expected, target);
  if (found.length === 0) return { message: `${what} does not exist`, details: [], place: expected.place };
  const compared = found.map((actual) => ({ actual, differing: differences(target.fields, actual) }));
  const nearest = compared.reduce((one, other) => (other.differing.length < one.differing.length ? other : one));
  if (nearest.differing.length === 0) return undefined;
  return difference(expected, target, found.length, nearest);
}

/** Compares the cluster with an object that must not exist; undefined if no object has all its fields. */
export async function checkAbsent(unwanted: CaseObject, context: StepContext): Promise<Failure | undefined> {
  const target = await targetOf(unwanted, context);
  const found = await candidates(unwanted, target, context);
  const matching = found.filter((actual) => differences(target.fields, actual).length === 0);
  if (matching.length === 0) return undefined;
  const names = atMost(
    matching.map((each) => nameOf(unwanted.kind, each.metadata)),
    mostLines,
  ).join(', ');
  const what = Object.keys(unwanted.fields).some((each) => !['apiVersion', 'kind', 'metadata'].includes(each))
    ? 'exists with all fields that it must not have'
    : 'exists, but must not';
  return { message: `${names} ${what}`, details: [], place: unwanted.place };
}

/** Object to look for: with the namespace of the case if its kind is namespaced. */
export interface Target {
  readonly kind: ServedKind;
  readonly fields: JsonObject;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

/** Completes an object with the namespace of the case. @throws NoMatchError if the kind is not served */
export async function targetOf(object: CaseObject, { cluster, namespace }: StepContext): Promise<Target> {
  const kind = await cluster.kindOf(object);
  const metadata = isJsonObject(object.fields['metadata']) ? object.fields['metadata'] : {};
  const own = textOf(metadata['namespace']);
  const place = own ?? (kind.isNamespaced ? namespace : undefined);
  const fields =
    place === undefined || own !== undefined
      ? object.fields
      : { ...object.fields, metadata: { ...metadata, namespace: place } };
  return { kind, fields, name: textOf(metadata['name']), namespace: place };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

async function candidates(
  { kind: named, fields }: CaseObject,
  { kind, name, namespace }: Target,
  { cluster }: StepContext,
): Promise<readonly KubernetesObject[]> {
  if (name !== undefined) {
    const found = await cluster.get(kind, { name, namespace });
    return found === undefined ? [] : [{ ...found, kind: named }];
  }
  const metadata = isJsonObject(fields['metadata']) ? fields['metadata'] : {};
  return cluster.list(kind, namespace, (metadata['labels'] ?? {}) as Readonly<Record<string, string>>);
}

/** Returns an object as messages show it: its kind, and its name or labels. */
export function describeTarget({ kind }: CaseObject, { name, namespace, fields }: Target): string {
  if (name !== undefined) return nameOf(kind, { name, namespace });
  const metadata = isJsonObject(fields['metadata']) ? fields['metadata'] : {};
  const labels = isJsonObject(metadata['labels']) ? Object.entries(metadata['labels']) : [];
  const selected = labels.map(([label, value]) => `${label}=${String(value)}`).join(',');
  const place = namespace === undefined ? '' : ` in ${namespace}`;
  return `a ${kind}${selected === '' ? '' : ` with the labels ${selected}`}${place}`;
}

/** Returns the kind and the name of an object. */
export function nameOf(
  kind: string,
  metadata: { readonly name?: string | undefined; readonly namespace?: string | undefined } = {},
): string {
  const place = metadata.namespace === undefined ? '' : `${metadata.namespace}/`;
  return `${kind} ${place}${metadata.name ?? ''}`;
}

function difference(
  expected: CaseObject,
  { name }: Target,
  count: number,
  { actual, differing }: { readonly actual: KubernetesObject; readonly differing: readonly Difference[] },
): Failure {
  const [first] = differing;
  const others = name === undefined && count > 1 ? ` (nearest of ${count})` : '';
  return {
    message: `${nameOf(expected.kind, actual.metadata)}${others} differs in ${differing.length === 1 ? '1 field' : `${differing.length} fields`}`,
    details: atMost(differing.map(differenceText), mostLines),
    place: expected.placeOf(first!.path),
  };
}
