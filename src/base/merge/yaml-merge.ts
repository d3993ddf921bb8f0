import type { Block } from './block.js';
import { aliasesIn, anchorOf, differingValues, withoutAliases, withoutAliasesOf } from './aliases.js';
import { additions } from './by-hand.js';
import { topLevel } from './level.js';
import type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';
import { applyEdits, type Edit, insertion, lineEndOf, placeOf } from '../text/text.js';
import { mergeCollection, type TreeMerge } from './tree-merge.js';
import { identityOf, same } from './values.js';
import { readYaml, type Element, type YamlDocument, type YamlSource } from './yaml-source.js';

/**
 * Applies the change from `before` to `after` to a YAML text that someone else has also changed. Its anchors and
 * aliases are kept.
 */
export function mergeYaml(texts: MergeTexts, options: MergeOptions = {}): Merged {
  const { existing, before, after } = texts;
  const [old, wanted] = [ours(before), ours(after)];
  const aliases = aliasesIn(existing);
  const merged = mergeSources(existing, old, wanted, options);
  if (aliases.size === 0) return merged;
  const plain = withoutAliases(existing);
  const expected = plain === undefined ? undefined : mergeSources(plain, old, wanted, { ...options, partial: true });
  if (expected?.kind !== 'merged') return merged;
  const differences = (content: string): readonly string[] | undefined =>
    differingValues(content, expected.content, wanted);
  if (merged.kind === 'refused' || differences(merged.content)?.length === 0) return merged;
  const { held, left } = heldAnchors([existing, old, wanted], aliases, differences, options);
  const rest = mergeSources(existing, old, wanted, { ...options, partial: true, held });
  if (options.partial === true) return rest;
  const refused = mergeSources(existing, old, wanted, { ...options, held });
  const [alias] = aliases.values();
  const whole = refuse(old, wanted, { ...alias, reason: notForAll });
  if (refused.kind === 'merged') return whole;
  // An alias that would need to change has no anchor that could change.
  return left <= refused.problems.length ? refused : { ...refused, problems: [...refused.problems, ...whole.problems] };
}

/** Returns the anchors whose values must not change, because their change would not be the same for all aliases. */
function heldAnchors(
  [existing, old, wanted]: readonly [string, YamlSource, YamlSource],
  aliases: Aliases,
  differences: (content: string) => readonly string[] | undefined,
  options: MergeOptions,
): { readonly held: Aliases; readonly left: number } {
  let held = aliases;
  const differingWith = (anchors: Aliases): readonly string[] | undefined => {
    const merged = mergeSources(existing, old, wanted, { ...options, partial: true, held: anchors });
    return merged.kind === 'merged' ? differences(merged.content) : undefined;
  };
  // Each of them takes another merge.
  if (aliases.size > mostAnchors) return { held, left: 0 };
  let left = differingWith(held) ?? [];
  for (const name of aliases.keys()) {
    const others = new Map([...held].filter(([each]) => each !== name));
    const found = differingWith(others);
    if (found === undefined || found.length >= left.length || found.some((each) => !left.includes(each))) continue;
    [held, left] = [others, found];
  }
  return { held, left: left.length };
}

type Aliases = ReturnType<typeof aliasesIn>;

const mostAnchors = 50;
const notForAll = 'uses aliases, and the change is not the same for all of them';

interface SourceOptions extends MergeOptions {
  /** The anchors whose values must not change, with the positions of their aliases. */
  readonly held?: Aliases;
}

function mergeSources(
  existing: string,
  old: YamlSource,
  wanted: YamlSource,
  { partial = false, byIndex = false, isRelease = false, held = new Map() }: SourceOptions,
): Merged {
  let text = existing;
  // An edit can make another one possible, so the merge is repeated until no changes are left.
  for (let pass = 0; pass < passes; pass += 1) {
    const source = readYaml(text);
    if ('message' in source) {
      const whole = withoutRemovedAnchor(existing, source);
      return whole === undefined
        ? unreadable(existing, source, old, wanted)
        : mergeSources(whole, old, wanted, { partial, byIndex, isRelease, held });
    }
    const { edits, problems } = mergeDocuments(source, old, wanted, { byIndex, keepsLists: isRelease, held });
    const [first, ...others] = problems;
    if (first !== undefined && !partial) return { kind: 'refused', problems: [first, ...others] };
    if (edits.length === 0) return { kind: 'merged', content: text };
    text = applyEdits(text, edits);
  }
  return refuse(old, wanted, { reason: 'could not be moved to its place' });
}

const passes = 200;

/** Returns a text in which nothing refers to the anchor that an edit has removed. */
function withoutRemovedAnchor(existing: string, { message }: { readonly message: string }): string | undefined {
  const name = /^Unresolved alias [^:]*: (\S+)$/.exec(message)?.[1];
  const whole = name === undefined ? undefined : withoutAliasesOf(name, existing);
  return whole === existing ? undefined : whole;
}

function ours(text: string): YamlSource {
  const source = readYaml(text);
  if ('message' in source) throw new Error(`What is to be merged is not YAML: ${source.message}`);
  return source;
}

function unreadable(
  existing: string,
  problem: { readonly offset: number; readonly message: string },
  old: YamlSource,
  wanted: YamlSource,
): Merged {
  const read = readYaml(existing);
  // The text could be read before, so our edit broke it, for example by removing an anchor that is used elsewhere.
  if ('documents' in read) return refuse(old, wanted, { reason: `cannot be changed: ${problem.message}` });
  return refuse(old, wanted, { ...placeOf(existing, read.offset), reason: `cannot be read: ${read.message}` });
}

function refuse(
  old: YamlSource,
  wanted: YamlSource,
  what: Pick<MergeProblem, 'reason' | 'line' | 'column'>,
): Extract<Merged, { kind: 'refused' }> {
  const [taken, added] = [linesBetween(wanted, old), linesBetween(old, wanted)];
  const kind = added.length === 0 ? 'remove' : taken.length === 0 ? 'add' : 'replace';
  return { kind: 'refused', problems: [{ kind, where: '', ...what, lines: added.length === 0 ? taken : added }] };
}

function linesBetween(old: YamlSource, wanted: YamlSource): readonly string[] {
  return wanted.documents.flatMap((document) => {
    const before = documentLike(old, document);
    if (before === undefined) return wanted.text.slice(document.start, document.end).trimEnd().split('\n');
    return same(before.root.js, document.root.js) ? [] : additions(blockOf(old, before), blockOf(wanted, document));
  });
}

function blockOf({ text }: YamlSource, { root, bodyStart }: YamlDocument): Block {
  return { text, value: root, top: bodyStart, isRoot: true };
}

function documentLike(source: YamlSource, { root }: YamlDocument): YamlDocument | undefined {
  const [only, ...others] = source.documents.filter((each) => each.root.kind !== 'null');
  const identity = identityOf(root.js);
  const found = source.documents.find((each) => identityOf(each.root.js) === identity && each.root.kind !== 'null');
  // The only document of a file is matched regardless of its name.
  return found ?? (others.length === 0 && identityOf(only?.root.js) === undefined ? only : undefined);
}

function mergeDocuments(
  existing: YamlSource,
  old: YamlSource,
  wanted: YamlSource,
  { byIndex, keepsLists, held }: { readonly byIndex: boolean; readonly keepsLists: boolean; readonly held: Aliases },
): TreeMerge {
  const refusalOf = (block: Block, element: Element): Partial<MergeProblem> | undefined => {
    const place = held.get(anchorOf(block.text, element) ?? '');
    return place && { ...place, reason: notForAll };
  };
  const merge: TreeMerge = { edits: [], problems: [], keepsLists, refusalOf };
  const isAlone = [existing, old, wanted].every(({ documents }) => documents.length <= 1);
  const find = (source: YamlSource, document: YamlDocument): YamlDocument | undefined =>
    isAlone ? source.documents[0] : documentLike(source, document);
  const formers = new Map(wanted.documents.map((each) => [each, isAlone ? undefined : formerOf(old, wanted, each)]));
  for (const document of wanted.documents) {
    const former = formers.get(document);
    const before = former ?? find(old, document);
    const there = find(existing, document) ?? (former && find(existing, former));
    if (before === undefined) {
      if (there === undefined) merge.edits.push(insertDocument(existing, wanted, document));
      else if (!same(there.root.js, document.root.js))
        mergeRoots(existing, there, undefined, [wanted, document], merge, byIndex);
    } else if (!same(before.root.js, document.root.js)) {
      mergeRoots(existing, there, [old, before], [wanted, document], merge, byIndex);
    }
  }
  for (const document of old.documents) {
    if (find(wanted, document) !== undefined || [...formers.values()].includes(document)) continue;
    const there = find(existing, document);
    if (there === undefined) continue;
    const lines = existing.text.slice(there.start, there.end).trimEnd().split(/\r?\n/);
    if (same(there.root.js, document.root.js)) merge.edits.push(removeDocument(existing, there));
    else
      merge.problems.push({
        kind: 'remove',
        ...placeOf(existing.text, there.bodyStart),
        where: '',
        reason: 'was changed',
        lines,
      });
  }
  return merge;
}

/** Returns the previous version of a new object: an object with the same name, whose kind or namespace changes. */
function formerOf(old: YamlSource, wanted: YamlSource, document: YamlDocument): YamlDocument | undefined {
  const name = nameOf(document);
  if (name === undefined || documentLike(old, document) !== undefined) return undefined;
  return old.documents.find((each) => nameOf(each) === name && documentLike(wanted, each) === undefined);
}

function nameOf({ root }: YamlDocument): unknown {
  const { metadata } = (root.js ?? {}) as { readonly metadata?: { readonly name?: unknown } };
  return metadata?.name;
}

type Place = readonly [YamlSource, YamlDocument];

function mergeRoots(
  existing: YamlSource,
  there: YamlDocument | undefined,
  old: Place | undefined,
  wanted: Place,
  merge: TreeMerge,
  byIndex: boolean,
): void {
  const [before, after] = [old && blockOf(...old), blockOf(...wanted)];
  if (there !== undefined && there.root.kind === after.value.kind && there.root.elements.length > 0) {
    const block = blockOf(existing, there);
    mergeCollection(topLevel(block, before, after, byIndex), merge);
    return;
  }
  const at = there === undefined ? {} : placeOf(existing.text, there.root.start);
  const reason = there === undefined ? 'does not have this document' : 'has another value in its place';
  merge.problems.push({ kind: 'add', ...at, where: '', reason, lines: additions(before, after) });
}

function insertDocument(existing: YamlSource, wanted: YamlSource, document: YamlDocument): Edit {
  const index = wanted.documents.indexOf(document);
  const previous = wanted.documents.slice(0, index).findLast((each) => documentLike(existing, each) !== undefined);
  const end = (previous && documentLike(existing, previous)?.end) ?? existing.text.length;
  const eol = lineEndOf(existing.text);
  const written = wanted.text.slice(document.start, document.end).trimEnd();
  const lines = [...(written.startsWith('---') ? [] : ['---']), ...written.split('\n')].join(eol);
  const isOpen = end > 0 && existing.text[end - 1] !== '\n';
  return insertion(end, isOpen ? eol + lines : lines + eol);
}

function removeDocument({ text }: YamlSource, { start, end }: YamlDocument): Edit {
  if (end < text.length || text.endsWith('\n') || start === 0) return { start, end, text: '' };
  return { start: text[start - 2] === '\r' ? start - 2 : start - 1, end, text: '' };
}
