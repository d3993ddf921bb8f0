import { groupOf, kindAndName, kindOf, nameOf, versionOf } from '../../base/model/kubernetes-object.js';
import { isOfTheCluster } from '../../project/cluster-scope.js';
import { pluralOf } from '../../project/plural.js';
import { compilePattern } from '../../base/values/pattern.js';
import type { Item } from './item.js';
import { PatchFailed } from './json-patch.js';
import { mapAt, textAt, type JsonMap } from './json.js';

/** The values of an object that a field of a target is compared with: kustomize accepts both original and present names. */
const compared: Readonly<Record<string, (item: Item) => readonly (string | undefined)[]>> = {
  group: (item) => [groupOf(item.object)],
  version: (item) => [versionOf(item.object)],
  kind: (item) => [kindOf(item.object)],
  name: ({ names }) => [names[0], names.at(-1)],
  namespace: (item) => [item.namespaces[0], item.namespaces.at(-1)].map((each) => effectiveNamespace(item, each)),
};

/**
 * Returns the objects that match a strategic merge patch without a target: those that have or had its name in its
 * namespace. Kustomize requires exactly one.
 */
export function namedBy(items: readonly Item[], patch: JsonMap): readonly Item[] {
  const wanted = { object: patch };
  const patchName = nameOf(patch);
  const namespace = effectiveNamespace(wanted, textAt(patch, 'metadata', 'namespace'));
  const isNamed = (item: Item, name: string | undefined, place: string | undefined): boolean =>
    name === patchName && effectiveNamespace(item, place) === namespace;
  return items.filter(
    (item) =>
      isOfVersion(item.object, patch) &&
      (isNamed(item, nameOf(item.object), textAt(item.object, 'metadata', 'namespace')) ||
        item.names.some((name, index) => isNamed(item, name, item.namespaces[index]))),
  );
}

function isOfVersion(one: JsonMap, other: JsonMap): boolean {
  return [kindOf, groupOf, versionOf].every((part) => part(one) === part(other));
}

const selectors = { labelSelector: 'labels', annotationSelector: 'annotations' } as const;

/**
 * Returns the objects that the target of a patch selects: those that match all its regular expressions and selectors.
 * @throws PatchFailed
 */
export function targetedBy(items: readonly Item[], target: JsonMap): readonly Item[] {
  const wanted = Object.keys(compared).flatMap((field) => {
    const pattern = textAt(target, field) ?? '';
    return pattern === '' ? [] : [{ matches: wholeMatch(pattern), valuesOf: compared[field]! }];
  });
  const required = Object.entries(selectors).flatMap(([field, place]) =>
    requirementsIn(textAt(target, field) ?? '').map((isMet) => ({ isMet, place })),
  );
  return items.filter(
    (item) =>
      wanted.every(({ matches, valuesOf }) => valuesOf(item).some((each) => each !== undefined && matches(each))) &&
      required.every(({ isMet, place }) => isMet(mapAt(item.object, 'metadata', place))),
  );
}

/** Returns a target as a phrase, such as `kind Deployment, name controller-manager`. */
export function inWords(target: JsonMap): string {
  const fields = [...Object.keys(compared), ...Object.keys(selectors)].flatMap((field) => {
    const value = textAt(target, field) ?? '';
    return value === '' ? [] : [`${field} ${value}`];
  });
  return fields.join(', ');
}

/** Returns the object that a strategic merge patch names as a phrase, with apiVersion and namespace only if they are decisive. */
export function namedInWords(items: readonly Item[], patch: JsonMap): string {
  const similar = similarTo(items, patch);
  const namespace = textAt(patch, 'metadata', 'namespace') ?? '';
  const place = namespace === '' ? ', no namespace' : `, namespace ${namespace}`;
  const version = `, apiVersion ${textAt(patch, 'apiVersion') ?? ''}`;
  const words = inWords({ kind: kindOf(patch), name: nameOf(patch) });
  if (similar === undefined) return words;
  return words + (isOfVersion(similar.object, patch) ? place : version);
}

/** Returns an object with the kind and the name of a patch, but another version or namespace. */
function similarTo(items: readonly Item[], patch: JsonMap): Item | undefined {
  return items.find((each) => kindOf(each.object) === kindOf(patch) && each.names.includes(nameOf(patch)));
}

/** Returns the object that a strategic merge patch probably means if it matches none. */
export function nearestToNamed(items: readonly Item[], patch: JsonMap): string | undefined {
  const similar = similarTo(items, patch);
  if (similar === undefined) return nearestTo(items, { kind: kindOf(patch), name: nameOf(patch) });
  const { object } = similar;
  const namespace = textAt(object, 'metadata', 'namespace') ?? '';
  const version = isOfVersion(object, patch) ? '' : ` of ${textAt(object, 'apiVersion') ?? ''}`;
  return `${kindAndName(object)}${version}${namespace === '' ? '' : ` in namespace ${namespace}`}`;
}

/** The length of a common suffix that makes two names similar. */
const leastCommonEnd = 5;

/**
 * Returns the object that a target probably means: one with its name but another kind, or one of its kind with a
 * similar name.
 */
export function nearestTo(items: readonly Item[], { kind = '', name = '' }: JsonMap): string | undefined {
  if (typeof kind !== 'string' || typeof name !== 'string' || name === '') return undefined;
  const named = items.find(({ names }) => names.includes(name));
  const [similar] = items
    .filter((each) => kindOf(each.object) === kind)
    .map((item) => ({ item, length: commonEnd(item.names.at(-1) ?? '', name) }))
    .filter(({ length }) => length >= leastCommonEnd)
    .toSorted((one, other) => other.length - one.length);
  const found = named ?? similar?.item;
  return found && `${kindOf(found.object)} ${found.names.at(-1)}`;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

function effectiveNamespace(item: Pick<Item, 'object'>, namespace = ''): string {
  if (isOfTheCluster(groupOf(item.object), pluralOf(kindOf(item.object)))) return '_non_namespaceable_';
  return namespace === '' ? 'default' : namespace;
}

function wholeMatch(text: string): (value: string) => boolean {
  // Loading RE2 takes longer than all patches of a project.
  if (/^[\w-]+$/.test(text)) return (value) => value === text;
  const pattern = compilePattern(`^(?:${text})$`);
  if ('problem' in pattern) throw new PatchFailed(`its target is not a valid pattern: ${pattern.problem}`);
  return pattern.matches;
}

type Requirement = (labels: JsonMap | undefined) => boolean;

const longestSelector = 1000;

/** A word, an operator, or one other character. */
const token = /[\w./-]+|!=|==?|\S/g;
const isWord = (text: string | undefined): text is string => text !== undefined && /^[\w./-]/.test(text);

/**
 * Returns the requirements of a selector: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/.
 * @throws PatchFailed
 */
function requirementsIn(selector: string): readonly Requirement[] {
  if (selector.length > longestSelector) throw new PatchFailed('its selector is too long');
  const tokens: string[] = selector.match(token) ?? [];
  const found: Requirement[] = [];
  while (tokens.length > 0) {
    found.push(takeRequirement(tokens, selector));
    if (tokens.length > 0 && tokens.shift() !== ',') throw notEvaluated(selector);
  }
  return found;
}

/** Takes a requirement from the start of a selector's tokens. */
function takeRequirement(tokens: string[], selector: string): Requirement {
  const isAbsent = tokens[0] === '!';
  if (isAbsent) tokens.shift();
  const key = tokens.shift();
  if (!isWord(key)) throw notEvaluated(selector);
  const operator = tokens[0];
  if (operator === undefined || operator === ',') return (labels) => (textAt(labels, key) === undefined) === isAbsent;
  tokens.shift();
  const isSet = operator === 'in' || operator === 'notin';
  if (isAbsent || !(isSet || operator.endsWith('='))) throw notEvaluated(selector);
  const expected = isSet ? takeValues(tokens, selector) : [isWord(tokens[0]) ? tokens.shift()! : ''];
  const isNegative = operator === '!=' || operator === 'notin';
  return (labels) => expected.includes(textAt(labels, key)!) !== isNegative;
}

/** Takes a list in parentheses from the start of a selector's tokens. */
function takeValues(tokens: string[], selector: string): readonly string[] {
  const end = tokens.indexOf(')');
  if (tokens[0] !== '(' || end < 0) throw notEvaluated(selector);
  const values = tokens.splice(0, end + 1).slice(1, -1);
  return values.filter((each) => each !== ',');
}

function notEvaluated(selector: string): PatchFailed {
  return new PatchFailed(`its selector is not evaluated: ${selector}`);
}
