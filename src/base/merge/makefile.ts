import { posix } from 'node:path';
import { bothTexts, conflictLines, withOwnEndsIn, type BothTexts, type ConflictLabels } from './both-texts.js';
import { hunksOf, type Hunk, mergeLines } from './line-merge.js';
import type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';
import { hasMixedEnds } from '../text/mixed-ends.js';
import { lineEndOf, placeOf, splitLines } from '../text/text.js';

/** A rule of a Makefile. Rules with two colons are not included, because a target can have several of them. */
export interface MakeRule {
  readonly targets: readonly string[];
  /** Text after the colon, without a comment. */
  readonly prerequisites: string;
  /** Offsets of the rule, and of what follows its colon. */
  readonly start: number;
  readonly prerequisitesStart: number;
}

export function isMakefile(path: string): boolean {
  return /^(?:GNUmakefile|makefile|Makefile)$|\.mk$/.test(posix.basename(path));
}

/** Returns the rules of a Makefile, without special targets such as `.PHONY`. */
export function makeRules(text: string): readonly MakeRule[] {
  // A line that ends with a backslash continues.
  return [...text.matchAll(/^[^\t\n](?:[^\n\\]|\\(?:\r?\n|[^]?))*/gm)].flatMap(({ 0: line, index: start }) => {
    const [head, names] = /^([^\s#:=][^:=#]*):(?![:=])/.exec(line) ?? [];
    if (head === undefined || names === undefined || names.startsWith('.')) return [];
    const [prerequisites] = /^[^#;]*/.exec(line.slice(head.length))!;
    // A variable of a target.
    if (prerequisites.includes('=')) return [];
    return [{ targets: names.trim().split(/\s+/), prerequisites, start, prerequisitesStart: start + head.length }];
  });
}

/** Returns the targets that have a rule. */
export function makeTargets(text: string): ReadonlySet<string> {
  return new Set(makeRules(text).flatMap(({ targets }) => targets));
}

/** A target that a change adds, and for which the user already has a rule. */
interface Taken {
  readonly hunk: Hunk;
  readonly target: string;
  readonly own: MakeRule;
  /** Whether the user has all lines that the change adds. */
  readonly isSame: boolean;
}

/**
 * Merges a change of a Makefile by lines. A target that the user already has does not get a second rule, because make
 * would combine the prerequisites of both.
 */
export function mergeMakefile(texts: MergeTexts, options: MergeOptions): Merged {
  const all = takenTargets(texts);
  if (all.length === 0) return mergeLines(texts, options);
  const merged = mergeLines({ ...texts, after: withoutTaken(texts, all) }, options);
  if (options.partial === true) return merged;
  const problems = [
    ...(merged.kind === 'refused' ? merged.problems : []),
    ...all.filter(({ isSame }) => !isSame).map((each) => problemOf(each, texts.existing)),
  ];
  const [first, ...others] = problems.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return first === undefined ? merged : { kind: 'refused', problems: [first, ...others] };
}

function takenTargets({ existing, before, after }: MergeTexts): readonly Taken[] {
  const known = makeTargets(before);
  const own = makeRules(existing);
  const there = splitLines(existing).join('\n');
  return hunksOf(splitLines(before), splitLines(after)).flatMap((hunk) => {
    const code = hunk.lines.join('\n').trim();
    const isSame = `\n${there}\n`.includes(`\n${code}\n`);
    const added = [...makeTargets(code)].filter((each) => !known.has(each));
    const rules = added.flatMap((target) => {
      const rule = own.find(({ targets }) => targets.includes(target));
      return rule === undefined ? [] : [{ hunk, target, own: rule, isSame }];
    });
    return rules.slice(0, 1);
  });
}

function withoutTaken({ before, after }: MergeTexts, all: readonly Taken[]): string {
  const old = splitLines(before);
  const lines: string[] = [];
  let at = 0;
  const held = new Set(all.map(({ hunk }) => hunk.from));
  for (const { from, to, lines: wanted } of hunksOf(old, splitLines(after))) {
    lines.push(...old.slice(at, from), ...(held.has(from) ? old.slice(from, to) : wanted));
    at = to;
  }
  return [...lines, ...old.slice(at)].join('\n');
}

function problemOf({ hunk, target, own }: Taken, existing: string): MergeProblem {
  return {
    kind: hunk.to > hunk.from ? 'replace' : 'add',
    ...placeOf(existing, own.start),
    where: '',
    reason: `already has a target ${target}`,
    lines: hunk.lines,
  };
}

/** Merges a change of a Makefile as `bothTexts` does, with markers around the user's rules for targets that the change adds. */
export function bothMakefiles(texts: MergeTexts, labels: ConflictLabels): BothTexts | undefined {
  if (hasMixedEnds(texts.existing)) return withOwnEndsIn(texts, (each) => bothMakefiles(each, labels));
  const all = takenTargets(texts);
  const both = bothTexts({ ...texts, after: withoutTaken(texts, all) }, labels);
  if (both === undefined) return undefined;
  const end = lineEndOf(texts.existing) === '\r\n' ? '\r' : '';
  const marked = both.marked.split('\n');
  const contradicting = all.filter(({ isSame }) => !isSame);
  for (const { own, hunk } of contradicting) {
    const [first = ''] = texts.existing.slice(own.start).split('\n', 1);
    const start = marked.indexOf(first);
    if (start < 0) continue;
    const below = marked.slice(start + 1).findIndex((line) => !line.startsWith('\t'));
    const rule = marked.slice(start, below < 0 ? marked.length : start + 1 + below);
    const block = conflictLines({ a: rule, o: [], b: hunk.lines.map((line) => line + end) }, labels, end);
    marked.splice(start, rule.length, ...block);
  }
  return { ...both, marked: marked.join('\n'), conflicts: both.conflicts + contradicting.length };
}
