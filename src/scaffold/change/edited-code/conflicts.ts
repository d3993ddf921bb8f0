import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { LayoutFile } from '../../../project/layout/layout.js';
import { pathBeside } from '../../../output/plan/kept-file.js';
import { isRecorded, type ScaffoldState } from '../../../output/plan/state.js';
import { bothTexts } from '../../../base/merge/both-texts.js';
import { bothMakefiles, isMakefile } from '../../../base/merge/makefile.js';
import { reasonOf, remedyFor } from './manual-change.js';
import { labelsOf, type ConflictPolicy } from './conflict-policy.js';
import { unmergeable } from './comparison-limits.js';
import type { EditedMerge } from './merge-edited.js';
import { withComments } from './release-comments.js';
import type { PlacedProblem } from '../../refactor/merge/apply-merge.js';
import { mergeFile, type MergeProblem, type MergeTexts } from '../../../base/merge/merge-file.js';

/** A file into which not everything could be merged. */
interface Settled {
  readonly content: string;
  /** The text without conflict markers, if the content has conflict markers. */
  readonly resolved?: string;
  /** The scaffolded files of the release, to be written next to those of the user. */
  readonly originals: readonly LayoutFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Writes what could be merged, and reports or keeps the rest. */
export function settle(file: LayoutFile, texts: MergeTexts, merge: EditedMerge, policy: ConflictPolicy): Settled {
  const settled = settleConflicts(file, texts, conflictsOf(file.path, texts, merge), policy);
  return { ...settled, diagnostics: [...settled.diagnostics, ...(merge.notes ?? [])] };
}

function settleConflicts(
  file: LayoutFile,
  texts: MergeTexts,
  { problems, content: merged }: Conflicts,
  policy: ConflictPolicy,
): Settled {
  const { path, ownership } = file;
  // Scripts and versions of package.json that the user has changed are settings, and a README is the user's own text.
  const isUsers = path === 'package.json' || ownership === 'kept';
  const isTree = isUsers || /\.(?:ya?ml|json)$/.test(path);
  const isMarked = !isTree && unmergeable(path, texts.existing) === undefined;
  const reported = (code: ConflictCode, found: readonly MergeProblem[]): readonly Diagnostic[] =>
    found.map((each) => problemWith(code, path, each, { release: policy.to, isMarked }));
  if (policy.write === 'stop' && !isUsers)
    return { content: texts.existing, originals: [], diagnostics: reported('upgrade-refused', problems) };
  const bothOf = isMakefile(path) ? bothMakefiles : bothTexts;
  const both = isMarked ? bothOf(texts, labelsOf(policy)) : undefined;
  if (both !== undefined && policy.write === 'markers') {
    const diagnostics = reported('upgrade-conflict', atMarkers(both.marked, problems));
    return { content: both.marked, resolved: both.kept, originals: [], diagnostics };
  }
  const content = merged ?? both?.kept ?? partlyMerged(path, texts);
  const isLeft = merged === undefined && unmergeable(path, content) === undefined;
  const left = isLeft ? mergeFile(path, { ...texts, existing: content }, { isRelease: true }) : undefined;
  const diagnostics = reported(
    isUsers ? 'upgrade-value-kept' : 'upgrade-conflict',
    left?.kind === 'refused' ? withoutGone(left.problems) : problems,
  );
  if (policy.write === 'orig' && !isUsers) return { content, originals: [file], diagnostics };
  const commented = withComments(path, texts, content, policy);
  return { content: commented.content, originals: [], diagnostics: [...diagnostics, ...commented.diagnostics] };
}

/** Returns a text with those changes that can be merged into it. */
function partlyMerged(path: string, texts: MergeTexts): string {
  if (unmergeable(path, texts.existing) !== undefined) return texts.existing;
  const merged = mergeFile(path, texts, { partial: true, isRelease: true });
  return merged.kind === 'merged' ? merged.content : texts.existing;
}

/** Returns problems with the positions of the conflict markers. */
function atMarkers(marked: string, problems: readonly MergeProblem[]): readonly MergeProblem[] {
  const lines = marked.split('\n').flatMap((line, index) => (line.startsWith('<<<<<<< ') ? [index + 1] : []));
  return problems.map((each, index) => ({ ...each, line: lines[Math.min(index, lines.length - 1)] ?? 1, column: 1 }));
}

/** The parts of a change that the user's text contradicts. */
interface Conflicts {
  readonly problems: readonly MergeProblem[];
  /** The text with all other changes, if it could be merged by declarations. */
  readonly content?: string;
}

/** Returns the conflicts of a merge: in code by statements, otherwise by lines or by values. */
function conflictsOf(path: string, texts: MergeTexts, { content, problems = [] }: EditedMerge): Conflicts {
  const own = problems.filter((each) => each.path === path);
  if (own.length > 0) return { content, problems: own.map(ofCode) };
  return { problems: problemsOf(path, texts) };
}

function ofCode({ kind, symbol, lines, line, column = 1 }: PlacedProblem): MergeProblem {
  const reason = 'was changed at the place of this change';
  const at = line === undefined ? {} : { line, column };
  return { kind: kind === 'keep' ? 'remove' : kind, where: symbol, reason, lines, ...at };
}

/** Returns the problems except those about text that the user has removed: these are reported as notes, and are not conflicts. */
function withoutGone(problems: readonly MergeProblem[]): readonly MergeProblem[] {
  return problems.filter(({ gone }) => gone === undefined);
}

function problemsOf(path: string, texts: MergeTexts): readonly MergeProblem[] {
  const why = unmergeable(path, texts.existing);
  if (why !== undefined) return [{ kind: 'replace', where: '', reason: why, lines: [] }];
  const merged = mergeFile(path, texts, { isRelease: true });
  if (merged.kind === 'refused') return withoutGone(merged.problems);
  return [{ kind: 'replace', where: '', reason: 'cannot be merged', lines: [] }];
}

/** Keeps the user's file at the path of a new file of a release. */
export function takenPath(file: LayoutFile, policy: ConflictPolicy): Pick<Settled, 'originals' | 'diagnostics'> {
  const { path, ownership } = file;
  if (ownership === 'kept') return { originals: [], diagnostics: [] };
  return {
    originals: policy.write === 'orig' ? [file] : [],
    diagnostics: [diagnostic('upgrade-path-taken', { path, release: policy.to })],
  };
}

/** Returns a scaffolded file to be written next to the user's, under a name that is free or that an earlier upgrade used. */
export function besideIt(
  { host, root, state }: { readonly host: Host; readonly root: string; readonly state: ScaffoldState },
  { path, content }: LayoutFile,
): DesiredFile {
  const existingAt = (name: string): string | undefined => host.read(posix.join(root, name));
  const isOurs = (name: string, existing: string): boolean => {
    const recorded = state.get(name);
    return existing === content || (recorded !== undefined && isRecorded(recorded, existing));
  };
  const name = pathBeside(path, (each) => {
    if (host.kind(posix.join(root, each)) === 'missing') return true;
    const existing = existingAt(each);
    return existing !== undefined && isOurs(each, existing);
  });
  const existing = existingAt(name);
  return { path: name, content, ownership: 'scaffolded', ...(existing === undefined ? {} : { replaces: existing }) };
}

/** Adds the name of the scaffolded file next to the user's to the help, if it is not the default name. */
export function namingOriginals(
  diagnostics: readonly Diagnostic[],
  path: string,
  beside: readonly DesiredFile[],
): readonly Diagnostic[] {
  const other = beside.find((each) => each.path !== `${path}.orig`);
  if (other === undefined) return diagnostics;
  return diagnostics.map((each) => ({ ...each, help: `the file of the release is in ${other.path}; ${each.help}` }));
}

type ConflictCode = 'upgrade-refused' | 'upgrade-conflict' | 'upgrade-value-kept';

function problemWith(
  code: ConflictCode,
  path: string,
  problem: MergeProblem,
  about: { readonly release: string; readonly isMarked: boolean },
): Diagnostic {
  const { kind, line, column = 1, lines } = problem;
  const position = line === undefined ? undefined : { file: path, line, column };
  const texts = { path, what: reasonOf(problem), remedy: remedyFor(problem), hasText: kind !== 'remove' };
  return { ...diagnostic(code, { ...texts, ...about }, position), lines };
}
