import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { reasonOf, remedyFor } from './manual-change.js';
import { isCode, unmergeable } from './comparison-limits.js';
import { openingOf } from '../../../base/text/text.js';
import { mergeFile, type Merged, type MergeProblem, type MergeTexts } from '../../../base/merge/merge-file.js';
import { defined } from '../../../base/model/defined.js';
import type { MergedCode, PlacedProblem } from '../../refactor/merge/apply-merge.js';
import { otherValue } from '../../../base/merge/tree-merge.js';
import { isKustomization } from '../../../project/paths.js';
import { mergeCode } from '../../refactor/merge/merge-code.js';
import { withoutUnusedImports } from '../../refactor/merge/merge-imports.js';
import { isSound, withStringsOf } from '../../refactor/merge/sound-code.js';

/** A change of a file that its user has edited. */
export interface EditedMerge {
  readonly content: string;
  /** Changes of other files to which the user has moved a part of this one. */
  readonly others: ReadonlyMap<string, string>;
  /** The parts of the change that could not be made. */
  readonly diagnostics: readonly Diagnostic[];
  /** The problems in code, by declarations and statements. */
  readonly problems?: readonly PlacedProblem[];
  /** Notes about code that a release changes, and that the user has removed. */
  readonly notes?: readonly Diagnostic[];
}

export interface EditedMergeOptions {
  /** Whether parts of the change that cannot be made are skipped without a message. */
  readonly partial: boolean;
  /** Returns the text of another file of the project. */
  readonly read: (path: string) => string | undefined;
  /** Declarations that are kept because other code needs them. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether declarations are removed even if the user has edited them. */
  readonly isForced?: boolean | undefined;
  /** The release from which the change comes, if it is part of an upgrade. */
  readonly release?: string | undefined;
  /** Reports whether the change moves a file. */
  readonly isMoved?: (from: string, to: string) => boolean;
}

/** Merges a change by lines or by values, and into code with other lines by declarations. */
export function mergeEdited(path: string, texts: MergeTexts, options: EditedMergeOptions): EditedMerge {
  const why = unmergeable(path, texts.existing);
  if (why !== undefined) {
    const problem = { kind: 'replace', where: '', reason: why, lines: [] } as const;
    return { content: texts.existing, others: new Map(), diagnostics: [notMerged(path, problem)] };
  }
  if (!isCode(path)) return mergeOther(path, texts, options);
  // Whatever must be at the beginning of a file is kept there.
  const opening = texts.before.startsWith('#!') ? '' : openingOf(texts.existing);
  const merged = mergeEditedCode(path, { ...texts, existing: texts.existing.slice(opening.length) }, options);
  const below = opening.split('\n').length - 1;
  return {
    ...merged,
    content: opening + merged.content,
    diagnostics: merged.diagnostics.map((each) => movedDown(each, path, below)),
  };
}

/** Returns a diagnostic moved down by the number of lines that were omitted above it. */
function movedDown(each: Diagnostic, path: string, by: number): Diagnostic {
  const { position } = each;
  return position?.file === path ? { ...each, position: { ...position, line: position.line + by } } : each;
}

function mergeOther(path: string, texts: MergeTexts, { partial, needed, release }: EditedMergeOptions): EditedMerge {
  const isRelease = release !== undefined;
  const merged = needed === undefined ? mergeFile(path, texts, { partial, isRelease }) : undefined;
  if (merged?.kind === 'merged') return { content: merged.content, others: new Map(), diagnostics: [] };
  const rest = mergeFile(path, texts, { partial: true, isRelease });
  const content = rest.kind === 'merged' ? rest.content : texts.existing;
  const found = merged?.kind === 'refused' ? merged.problems : [];
  const placed =
    found.length === 0 ? found : placedIn(mergeFile(path, { ...texts, existing: content }, { isRelease }), found);
  const problems = placed.filter((each) => !(isKustomization(path) && isOwnName(each)));
  const isNoted = ({ gone }: MergeProblem): boolean => gone !== undefined && isRelease;
  return {
    content,
    others: new Map(),
    diagnostics: problems.filter((each) => !isNoted(each)).map((each) => notMerged(path, each)),
    notes: problems
      .filter(isNoted)
      .map(({ where, gone = [], ...each }) => goneNote({ ...each, path, what: where, lines: gone }, release!)),
  };
}

/** Returns problems with their positions after everything else has changed. @param again the merge of the remaining changes */
function placedIn(again: Merged, problems: readonly MergeProblem[]): readonly MergeProblem[] {
  const left = again.kind === 'refused' ? again.problems : [];
  const isSame = left.length === problems.length && left.every(({ where }, index) => where === problems[index]!.where);
  if (!isSame) return problems;
  return problems.map((each, index) => ({
    ...each,
    ...defined({ line: left[index]!.line, column: left[index]!.column }),
  }));
}

/** Reports whether a problem is only that a kustomization has names that the user has chosen. */
function isOwnName({ where, reason }: MergeProblem): boolean {
  return ['namespace', 'namePrefix'].includes(where) && reason === otherValue;
}

function mergeEditedCode(path: string, texts: MergeTexts, options: EditedMergeOptions): EditedMerge {
  const { partial, needed } = options;
  const { existing, before, after } = texts;
  const merged = needed === undefined ? mergeFile(path, texts, { partial }) : undefined;
  const isDone = (text: string): boolean => partial || isSound(path, { text, before: existing, scaffolded: after });
  if (merged?.kind === 'merged' && isDone(merged.content)) {
    const content = withoutUnusedImports(path, { text: merged.content, before: existing });
    if (partial && mergeFile(path, texts).kind === 'refused') return mergeRest(path, texts, content, options);
    return { content, ...movedCode(path, { ...texts, merged: content }, options) };
  }
  const code = codeOf(path, texts, options);
  if (code !== undefined) return ofCode(path, code, existing, options);
  const rest = mergeOther(path, texts, options);
  if (isDone(rest.content)) return rest;
  const old = new Set(before.split('\n'));
  const lines = after.split('\n').filter((line) => !old.has(line));
  const reason = 'would not have all names that its code uses';
  return { ...rest, content: existing, diagnostics: [notMerged(path, { kind: 'replace', where: '', reason, lines })] };
}

/**
 * Merges code that is formatted differently by declarations, and the remaining changes by lines. Names were changed
 * before this. So if the result would differ from a merge by lines alone in more than strings, it is used; otherwise
 * only the strings are changed, because a declaration that is replaced would lose its comments.
 */
function mergeRest(path: string, texts: MergeTexts, lines: string, options: EditedMergeOptions): EditedMerge {
  const { files } = codeOf(path, texts, options) ?? nothing;
  const code = files.get(path) ?? lines;
  const rest = mergeFile(path, { ...texts, existing: code }, { partial: true });
  const content = withStringsOf(path, lines, rest.kind === 'merged' ? rest.content : code);
  if (content === undefined) return { content: lines, others: new Map(), diagnostics: [] };
  return { content, others: othersOf(files, path), diagnostics: [] };
}

/**
 * Returns the changes of files to which the user has moved code, which can also concern lines that could be merged into
 * the file itself. A merge by lines removes such code from the file; code that uses it can still be there, under other
 * names.
 * @param merged the file after the change by lines
 */
function movedCode(
  path: string,
  { merged, ...texts }: MergeTexts & { readonly merged: string },
  options: EditedMergeOptions,
): Pick<EditedMerge, 'others' | 'diagnostics'> & Partial<Pick<EditedMerge, 'content'>> {
  const relative = (text: string): readonly string[] => text.match(/(?<= from )(['"])\.[^'"]*\1/g) ?? [];
  const known = new Set(relative(texts.before));
  if (relative(texts.existing).every((each) => known.has(each))) return { others: new Map(), diagnostics: [] };
  const { files, problems } = codeOf(path, texts, options) ?? nothing;
  const ofOthers = problems.filter((each) => each.path !== path);
  const rest = codeOf(path, { ...texts, existing: merged }, options) ?? nothing;
  const content = rest.problems.some((each) => each.path === path) ? undefined : rest.files.get(path);
  return { others: othersOf(files, path), ...reported(ofOthers, options), ...defined({ content }) };
}

const nothing: MergedCode = { files: new Map(), problems: [] };

function codeOf(path: string, texts: MergeTexts, options: EditedMergeOptions): MergedCode | undefined {
  const { release, isMoved = () => false } = options;
  return mergeCode(path, texts, { ...options, isMoved: release === undefined ? undefined : isMoved });
}

function ofCode(
  path: string,
  { files, problems }: MergedCode,
  existing: string,
  options: EditedMergeOptions,
): EditedMerge {
  return { content: files.get(path) ?? existing, others: othersOf(files, path), ...reported(problems, options) };
}

function othersOf(files: MergedCode['files'], path: string): MergedCode['files'] {
  return new Map([...files].filter(([each]) => each !== path));
}

/** Separates the changes that must be made from those that a release makes in code that the user has removed. */
function reported(
  problems: readonly PlacedProblem[],
  { release }: EditedMergeOptions,
): Pick<EditedMerge, 'diagnostics' | 'problems' | 'notes'> {
  if (release === undefined) return { diagnostics: problems.map(codeProblem) };
  const left = problems.filter(({ isGone }) => isGone !== true);
  const gone = problems.filter(({ isGone }) => isGone === true);
  return {
    diagnostics: left.map(codeProblem),
    problems: left,
    notes: gone.map((each) => goneNote({ ...each, what: `in ${each.symbol}` }, release)),
  };
}

/** Code that a release changes and that a user has removed. */
interface Gone extends Pick<PlacedProblem, 'path' | 'lines' | 'line' | 'column'> {
  readonly what: string;
}

function goneNote({ what, path, lines, line, column = 1 }: Gone, release: string): Diagnostic {
  const position = line === undefined ? undefined : { file: path, line, column };
  return { ...diagnostic('upgrade-removed-text', { path, what, release }, position), lines };
}

function notMerged(path: string, problem: MergeProblem): Diagnostic {
  const { line, column = 1, lines } = problem;
  const position = line === undefined ? undefined : { file: path, line, column };
  const texts = { path, what: reasonOf(problem), remedy: remedyFor(problem) };
  return { ...diagnostic('merge-conflict', texts, position), lines };
}

function codeProblem(problem: PlacedProblem): Diagnostic {
  const { kind, symbol, path, lines, line, column = 1, isGone = false, isUsed = false, hadMarkers } = problem;
  const position = line === undefined ? undefined : { file: path, line, column };
  if (kind === 'keep')
    return diagnostic('edited-code-kept', { symbol, path, isEdited: !isUsed, ...defined({ hadMarkers }) }, position);
  const texts = { path, symbol, remedy: remedyFor({ kind, lines }), isThere: !isGone || position !== undefined };
  return { ...diagnostic('edit-by-hand', texts, position), lines };
}
