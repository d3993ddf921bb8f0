import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { isGeneratedPath } from '../../project/paths.js';
import { stateFile } from './leftovers.js';
import { pathProblem, readOnlyProblem, uniqueProblems } from './path-problem.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Plan, PlannedFile } from './plan.js';
import { lineEndings } from './line-ends.js';
import { withLineEnds } from '../../base/text/text.js';
import { isRecorded, readState, recordedHash, recordText, type RecordedFile, type ScaffoldState } from './state.js';
import { defined } from '../../base/model/defined.js';

export interface PlanOptions {
  /** Whether to overwrite conflicting files of the user. */
  readonly force?: boolean;
  /** The edited samples that `force` overwrites, or removes if they are no longer generated, by path; by default all. */
  readonly samplesAgain?: ReadonlySet<string> | undefined;
  /** Whether the project is new: no existing file can belong to the tool, including generated files. */
  readonly fresh?: boolean;
  /** Whether `desired` contains every generated file: recorded generated files that are not in it are removed. */
  readonly complete?: boolean;
  /** Paths of files to be removed, regardless of who last wrote them. */
  readonly unwanted?: readonly string[];
  /** The record of written files, if the project has none. */
  readonly recorded?: ScaffoldState;
}

export interface MadePlan {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the desired files with the existing ones. Writes nothing; obstacles are reported as problems or as a
 * `conflict`.
 * @throws DiagnosticsError when the record of written files cannot be read
 */
export function makePlan(
  host: Host,
  root: string,
  desired: readonly DesiredFile[],
  options: PlanOptions = {},
): MadePlan {
  const recorded = options.recorded ?? readState(host, root);
  const state: ScaffoldState = options.fresh ? new Map() : recorded;
  const problems: Diagnostic[] = [];
  const inLineEnds = lineEndings(host, root, recorded);
  const wanted = new Map([...onePerPath(desired)].map(([path, file]) => [path, inLineEnds(file)]));
  const files = [...wanted.values()].flatMap((file) => {
    const problem = problemAt(host, root, file.path);
    if (problem === undefined) return [planFile(host, root, file, state.get(file.path), options)];
    problems.push(problem);
    return [];
  });
  for (const [path, record] of options.complete ? orphansOf(state, wanted) : []) {
    if (options.unwanted?.includes(path)) continue;
    if (!isGeneratedPath(path)) {
      problems.push(diagnostic('invalid-record-entry', { path }));
      continue;
    }
    const isForced = options.force === true && (options.samplesAgain?.has(path) ?? false);
    const orphan = planRemoval(host, root, path, record, isForced);
    if (orphan === 'edited') problems.push(diagnostic('edited-orphaned-file', { path }));
    else if (orphan !== undefined) files.push(orphan);
  }
  for (const path of options.unwanted ?? []) {
    if (wanted.has(path)) continue;
    const problem = problemAt(host, root, path);
    if (problem !== undefined) problems.push(problem);
    const removal = problem === undefined ? planDeletion(host, root, path, state.get(path)) : undefined;
    if (removal !== undefined) files.push(removal);
  }
  const existing = host.read(posix.join(root, stateFile));
  const next = recordText(nextState(state, files, wanted, options), recorded, existing);
  const content = withLineEnds(next, existing?.includes('\r\n') && !next.includes('\r\n') ? '\r\n' : '\n');
  files.push(planFile(host, root, { path: stateFile, content, ownership: 'merged' }, undefined, options));
  return {
    plan: { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)) },
    diagnostics: uniqueProblems([...problems, ...readOnlyProblems(host, root, files)]),
  };
}

/**
 * Merges files with the same path: the content of the later one is used with the ownership of the earlier one, for
 * example for a template with additions.
 */
function onePerPath(desired: readonly DesiredFile[]): ReadonlyMap<string, DesiredFile> {
  const files = new Map<string, DesiredFile>();
  for (const file of desired) {
    const earlier = files.get(file.path);
    files.set(file.path, { ...earlier, ...file, ownership: (earlier ?? file).ownership });
  }
  return files;
}

function planFile(
  host: Host,
  root: string,
  { path, ownership, content: after, executable, copyOf, replaces, movedFrom }: DesiredFile,
  recorded: RecordedFile | undefined,
  { force = false, samplesAgain, fresh = false }: PlanOptions,
): PlannedFile {
  const before = host.read(posix.join(root, path));
  const planned = {
    path,
    ownership,
    after,
    ...(executable ? { executable: true } : {}),
    ...defined({ copyOf, movedFrom }),
  };
  if (before === undefined) return { ...planned, action: 'create' };
  if (before === after || isCopied(host, posix.join(root, path), copyOf))
    return { ...planned, action: 'unchanged', before, after: before };
  const left: PlannedFile = { ...planned, action: 'unchanged', before, after: before };
  switch (ownership) {
    case 'merged':
      return { ...planned, action: 'update', before };
    case 'generated':
      return { ...planned, action: fresh && !force ? 'conflict' : 'update', before };
    case 'scaffolded':
      return { ...planned, action: force || before === replaces ? 'update' : 'conflict', before };
    case 'sample':
      return (force && (samplesAgain?.has(path) ?? true)) ||
        before === replaces ||
        (recorded !== undefined && isRecorded(recorded, before))
        ? { ...planned, action: 'update', before }
        : left;
    case 'kept':
      return before === replaces ? { ...planned, action: 'update', before } : left;
  }
}

/** Reports whether a file already has the bytes of the file to copy. */
function isCopied(host: Host, target: string, copyOf: string | undefined): boolean {
  if (copyOf === undefined) return false;
  const hash = host.hash(copyOf);
  return hash !== undefined && hash === host.hash(target);
}

/** Returns the recorded generated files that are no longer generated. */
function orphansOf(
  state: ScaffoldState,
  wanted: ReadonlyMap<string, DesiredFile>,
): readonly (readonly [string, RecordedFile])[] {
  return [...state].filter(
    ([path, { ownership }]) => !wanted.has(path) && (ownership === 'generated' || ownership === 'sample'),
  );
}

function planDeletion(
  host: Host,
  root: string,
  path: string,
  { ownership = 'scaffolded' }: Partial<RecordedFile> = {},
): PlannedFile | undefined {
  const before = host.read(posix.join(root, path));
  return before === undefined ? undefined : { path, action: 'delete', ownership, before };
}

/** Plans the removal of a file that is no longer generated: it is removed if unchanged, and kept if it was edited. */
function planRemoval(
  host: Host,
  root: string,
  path: string,
  record: RecordedFile,
  isForced: boolean,
): PlannedFile | 'edited' | undefined {
  if (problemAt(host, root, path) !== undefined) return undefined;
  const before = host.read(posix.join(root, path));
  if (before === undefined) return undefined;
  return isForced || isRecorded(record, before)
    ? { path, action: 'delete', ownership: record.ownership, before }
    : 'edited';
}

function nextState(
  state: ScaffoldState,
  files: readonly PlannedFile[],
  wanted: ReadonlyMap<string, DesiredFile>,
  { complete, unwanted = [] }: PlanOptions,
): ScaffoldState {
  const next = new Map(state);
  for (const path of unwanted) next.delete(path);
  if (complete) for (const [path] of orphansOf(state, wanted)) next.delete(path);
  for (const { path, ownership, after, movedFrom } of files) {
    const file = wanted.get(path);
    const known = movedFrom === undefined ? undefined : state.get(movedFrom);
    if (ownership === 'merged' && known !== undefined) next.set(path, known);
    // Merged files have two authors, so a hash of them is useless. Kept files still belong to the user.
    if (file === undefined || ownership === 'merged' || file.copyOf !== undefined || after !== file.content) continue;
    if (file.unrecorded) continue;
    const { recordAs = after, triedFrom } = file;
    next.set(path, { ownership, hash: recordedHash(recordAs), ...defined({ triedFrom }) });
  }
  return next;
}

function problemAt(host: Host, root: string, path: string): Diagnostic | undefined {
  return pathProblem(host, root, path) ?? unreadable(host, root, path);
}

function unreadable(host: Host, root: string, path: string): Diagnostic | undefined {
  try {
    host.read(posix.join(root, path));
    return undefined;
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics[0];
    return diagnostic('unreadable-file', { path, reason: (error as Error).message });
  }
}

function readOnlyProblems(host: Host, root: string, files: readonly PlannedFile[]): readonly Diagnostic[] {
  return files
    .filter(({ action }) => action !== 'unchanged' && action !== 'conflict')
    .flatMap(({ path }) => readOnlyProblem(host, root, path) ?? []);
}
