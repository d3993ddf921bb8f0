import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import type { DesiredFile, Plan, PlannedFile } from './plan.js';
import { hashOf, parseState, printState, stateFile, type RecordedFile, type ScaffoldState } from './state.js';

export interface PlanOptions {
  /** Writes over files of the user that stand in the way. */
  readonly force?: boolean;
  /** True for a new project: nothing that stands there can be ours, generated files included. */
  readonly fresh?: boolean;
  /** True when `desired` has every generated file: what is recorded as generated and not among them is removed. */
  readonly complete?: boolean;
}

export interface MadePlan {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares what is wanted with what stands there. Writes nothing; what is in the way is a problem or a `conflict`. */
export function makePlan(
  host: Host,
  root: string,
  desired: readonly DesiredFile[],
  options: PlanOptions = {},
): MadePlan {
  const state = options.fresh ? new Map<string, RecordedFile>() : parseState(host.read(posix.join(root, stateFile)));
  const diagnostics: Diagnostic[] = [];
  const files = onePerPath(desired).flatMap((file) => {
    const problem = pathProblem(host, root, file.path);
    if (problem !== undefined) {
      diagnostics.push(problem);
      return [];
    }
    return [planFile(host, root, file, state.get(file.path), options)];
  });
  const wanted = new Set(desired.map(({ path }) => path));
  if (options.complete) {
    for (const [path, recorded] of state) {
      if (wanted.has(path) || !['generated', 'sample'].includes(recorded.ownership)) continue;
      const orphan = planRemoval(host, root, path, recorded);
      if (orphan === 'edited') diagnostics.push(diagnostic('edited-orphan', { path }));
      else if (orphan !== undefined) files.push(orphan);
    }
  }
  const planned = [...files, planState(host, root, nextState(state, files, wanted, options))];
  return { plan: { files: planned.toSorted((one, other) => (one.path < other.path ? -1 : 1)) }, diagnostics };
}

/** Of two files with one path the later content counts, and the earlier ownership: a template that was then added to. */
function onePerPath(desired: readonly DesiredFile[]): readonly DesiredFile[] {
  const files = new Map<string, DesiredFile>();
  for (const file of desired) {
    const { ownership } = files.get(file.path) ?? file;
    files.set(file.path, { ...file, ownership });
  }
  return [...files.values()];
}

function planFile(
  host: Host,
  root: string,
  file: DesiredFile,
  recorded: RecordedFile | undefined,
  { force = false, fresh = false }: PlanOptions,
): PlannedFile {
  const before = host.read(posix.join(root, file.path));
  const { path, ownership, content: after, copyOf } = file;
  const planned = {
    path,
    ownership,
    after,
    ...(file.executable ? { executable: true } : {}),
    ...(copyOf === undefined ? {} : { copyOf }),
  };
  if (before === undefined) return { ...planned, action: 'create' };
  if (before === after) return { ...planned, action: 'unchanged', before };
  switch (ownership) {
    case 'merged':
      return { ...planned, action: 'update', before };
    case 'generated':
      return { ...planned, action: fresh && !force ? 'conflict' : 'update', before };
    case 'scaffolded':
      return { ...planned, action: force ? 'update' : 'conflict', before };
    case 'sample':
      if (force || recorded?.hash === hashOf(before)) return { ...planned, action: 'update', before };
      return { ...planned, action: 'unchanged', before, after: before };
    case 'kept':
      return { ...planned, action: 'unchanged', before, after: before };
  }
}

/** A file that nothing makes any more: removed while it is still what we wrote, and left alone once it was edited. */
function planRemoval(
  host: Host,
  root: string,
  path: string,
  { ownership, hash }: RecordedFile,
): PlannedFile | 'edited' | undefined {
  if (pathProblem(host, root, path) !== undefined) return undefined;
  const before = host.read(posix.join(root, path));
  if (before === undefined) return undefined;
  return hashOf(before) === hash ? { path, action: 'delete', ownership, before } : 'edited';
}

function nextState(
  state: ScaffoldState,
  files: readonly PlannedFile[],
  wanted: ReadonlySet<string>,
  { complete }: PlanOptions,
): ScaffoldState {
  const next = new Map(state);
  for (const [path, { ownership }] of state) {
    if (complete && !wanted.has(path) && ['generated', 'sample'].includes(ownership)) next.delete(path);
  }
  for (const { path, action, ownership, after, copyOf } of files) {
    // Merged files have two authors: a hash of them would say nothing. What was left alone is still not ours.
    if (action === 'delete' || ownership === 'merged' || copyOf !== undefined) continue;
    if (action !== 'unchanged' || (after !== undefined && ownership === 'generated')) {
      next.set(path, { ownership, hash: hashOf(after ?? '') });
    }
  }
  return next;
}

function planState(host: Host, root: string, state: ScaffoldState): PlannedFile {
  const content = printState(state);
  return planFile(host, root, { path: stateFile, content, ownership: 'merged' }, undefined, {});
}

/** Why a path cannot be written: it leaves the project, or something that is no plain file or folder is in the way. */
function pathProblem(host: Host, root: string, path: string): Diagnostic | undefined {
  const parts = path.split('/');
  if (posix.isAbsolute(path) || parts.some((part) => ['', '.', '..'].includes(part) || part.includes('\\'))) {
    return diagnostic('outside-project', { path });
  }
  for (let length = 1; length < parts.length; length += 1) {
    const parent = parts.slice(0, length).join('/');
    const kind = host.kind(posix.join(root, parent));
    if (kind === 'missing') return undefined;
    if (kind === 'symlink') return diagnostic('link-in-the-way', { path: parent });
    if (kind !== 'directory') return diagnostic('not-a-folder', { path: parent });
  }
  switch (host.kind(posix.join(root, path))) {
    case 'symlink':
      return diagnostic('link-in-the-way', { path });
    case 'directory':
    case 'other':
      return diagnostic('folder-in-the-way', { path });
    default:
      return unreadable(host, root, path);
  }
}

function unreadable(host: Host, root: string, path: string): Diagnostic | undefined {
  try {
    host.read(posix.join(root, path));
    return undefined;
  } catch (error) {
    return diagnostic('unreadable-file', { path, reason: (error as Error).message });
  }
}
