import { defined } from '../model/defined.js';
import { identityOf, same } from './values.js';
import type { Element, Value } from './yaml-source.js';

/** One key of a map or one item of a list, in each text that contains it. */
export interface Match {
  readonly before?: Element;
  readonly after?: Element;
  readonly existing?: Element;
  /** The first candidate, if the user's document has several. */
  readonly ambiguous?: Element;
}

/**
 * Matches the keys or items of three collections of one kind, in the order of `after`; those that are only in `before`
 * come first.
 */
export function matchElements(
  existing: Value | undefined,
  before: Value | undefined,
  after: Value | undefined,
  byIndex: boolean,
): Match[] {
  const kind = after?.kind === 'null' || after === undefined ? before?.kind : after.kind;
  return kind === 'seq'
    ? matchItems(existing?.elements ?? [], before?.elements ?? [], after?.elements ?? [], byIndex)
    : matchKeys(existing?.elements ?? [], before?.elements ?? [], after?.elements ?? []);
}

type Elements = readonly Element[];

function matchKeys(existing: Elements, before: Elements, after: Elements): Match[] {
  const find = (elements: Elements, key: string | undefined): Element | undefined =>
    elements.find((each) => each.key === key);
  const gone = before.filter(({ key }) => find(after, key) === undefined);
  return [
    ...gone.map((each) => match(each, undefined, find(existing, each.key))),
    ...after.map((each) => match(find(before, each.key), each, find(existing, each.key))),
  ];
}

function match(before: Element | undefined, after: Element | undefined, existing: Element | undefined): Match {
  return { ...(before && { before }), ...(after && { after }), ...(existing && { existing }) };
}

function matchItems(existing: Elements, before: Elements, after: Elements, byIndex: boolean): Match[] {
  const pairs =
    byIndex && before.length === after.length
      ? after.map((each, index) => ({ before: before[index]!, after: each }))
      : pairValues(existing, before, pairItems(before, after));
  const free = new Set(existing);
  const found = new Map<(typeof pairs)[number], Element>();
  const take = (isIt: (each: Element, pair: (typeof pairs)[number]) => boolean): void => {
    for (const pair of pairs) {
      if (found.has(pair)) continue;
      const hit = [...free].find((each) => isIt(each, pair));
      if (hit === undefined) continue;
      free.delete(hit);
      found.set(pair, hit);
    }
  };
  take((each, pair) => same(each.value.js, pair.after?.value.js) && pair.after !== undefined);
  take((each, pair) => same(each.value.js, pair.before?.value.js) && pair.before !== undefined);
  const ambiguous = new Map<(typeof pairs)[number], Element>();
  for (const pair of pairs) {
    if (found.has(pair)) continue;
    const identity = identityOf((pair.after ?? pair.before)!.value.js);
    const candidates = [...free].filter((each) => identity !== undefined && identityOf(each.value.js) === identity);
    if (candidates.length > 1) ambiguous.set(pair, candidates[0]!);
    if (candidates.length !== 1) continue;
    free.delete(candidates[0]!);
    found.set(pair, candidates[0]!);
  }
  return pairs.map((pair) => ({
    ...match(pair.before, pair.after, found.get(pair)),
    ...defined({ ambiguous: ambiguous.get(pair) }),
  }));
}

interface ItemPair {
  readonly before?: Element;
  readonly after?: Element;
}

/** Pairs items that are equal in both; then those with the same name, if nothing else has it. */
function pairItems(before: Elements, after: Elements): readonly ItemPair[] {
  const gone = new Set(before);
  const counterpart = new Map<Element, Element>();
  for (const each of after) {
    const equal = [...gone].find((other) => same(each.value.js, other.value.js));
    if (equal === undefined) continue;
    gone.delete(equal);
    counterpart.set(each, equal);
  }
  for (const each of after) {
    if (counterpart.has(each)) continue;
    const identity = identityOf(each.value.js);
    const isIt = (other: Element): boolean => identity !== undefined && identityOf(other.value.js) === identity;
    const [only, ...others] = [...gone].filter(isIt);
    const rivals = after.filter((other) => !counterpart.has(other) && isIt(other));
    if (only === undefined || others.length > 0 || rivals.length > 1) continue;
    gone.delete(only);
    counterpart.set(each, only);
  }
  return [
    ...[...gone].map((each) => ({ before: each })),
    ...after.map((each) => {
      const other = counterpart.get(each);
      return { ...(other && { before: other }), after: each };
    }),
  ];
}

/**
 * Pairs values that are between the same items in both lists, if the user's list has the old values: such a value is
 * replaced where it is.
 */
function pairValues(existing: Elements, before: Elements, pairs: readonly ItemPair[]): readonly ItemPair[] {
  const paired = new Set(pairs.flatMap((each) => (each.before && each.after ? [each.before] : [])));
  const runs = new Map<Element | undefined, { readonly gone: Element[]; readonly come: ItemPair[] }>();
  const runAt = (item: Element | undefined) => {
    const run = runs.get(item) ?? { gone: [], come: [] };
    runs.set(item, run);
    return run;
  };
  let item: Element | undefined;
  for (const each of before) {
    if (paired.has(each)) item = each;
    else runAt(item).gone.push(each);
  }
  item = undefined;
  for (const pair of pairs.filter(({ after }) => after !== undefined)) {
    if (pair.before !== undefined) item = pair.before;
    else runAt(item).come.push(pair);
  }
  const isThere = ({ value }: Element): boolean => existing.some((each) => same(each.value.js, value.js));
  const replaced = new Map<ItemPair, Element>();
  for (const { gone, come } of runs.values()) {
    if (gone.length !== come.length || !gone.every(isThere)) continue;
    if (come.every(({ after }, index) => after!.value.kind === gone[index]!.value.kind))
      for (const [index, pair] of come.entries()) replaced.set(pair, gone[index]!);
  }
  const old = new Set(replaced.values());
  return pairs.flatMap((pair) => {
    if (pair.after === undefined) return old.has(pair.before!) ? [] : [pair];
    const other = replaced.get(pair);
    return [other === undefined ? pair : { ...pair, before: other }];
  });
}
