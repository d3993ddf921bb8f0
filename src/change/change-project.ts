import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { toolVersion } from '../io/tool.js';
import { clusterKinds, ownNamespace } from '../project/cluster-scope.js';
import type { FoundProject } from '../project/find-project.js';
import { projectFile } from '../project/paths.js';
import { finishEdit, type ProjectEdit } from '../project/project-edit.js';
import { parseProject } from '../project/project-file.js';
import type { Project } from '../project/project.js';
import { changeLayout } from './change-layout.js';
import {
  byPath,
  layoutFiles,
  layoutOf,
  sharedPaths,
  type Layout,
  type LayoutFile,
  type LayoutOptions,
} from '../layout/layout.js';
import { makePlan, type MadePlan } from '../plan/make-plan.js';
import { movedFiles } from './moved-files.js';
import { planCodeMove, type CodeChange } from '../refactor/plan-code-move.js';
import { withObjects, type ChangedObjects } from './changed-objects.js';
import { generate } from '../generate/generate.js';
import { keptWebhookNames } from './kept-webhook-names.js';
import { overlaid } from './overlaid.js';
import { presentPackages } from './packages.js';
import { writtenCode } from './written-code.js';
import { defined } from '../model/defined.js';

/** A change of PROJECT and its consequences. */
export interface ProjectChange {
  /** The edit of PROJECT; absent if it stays as it is. */
  readonly edit?: ProjectEdit;
  /**
   * The part of the project that is already scaffolded, if it is less than PROJECT lists: the rest is scaffolded again.
   */
  readonly present?: Project;
  /** Whether to overwrite conflicting files, and remove those that the user has changed. */
  readonly force: boolean;
  /** The names by which existing files are identified, if the change renames resources. */
  readonly knownAs?: LayoutOptions['knownAs'];
  /** Changes code that a user may have edited and that cannot be merged by lines; by default files only move. */
  readonly changeCode?: (host: Host, root: string, change: CodeToChange) => ChangedCode;
  /** The user's files with objects that the change renames. Existing samples remain samples. */
  readonly objects?: readonly ChangedObjects[];
  /**
   * Whether changes that cannot be merged into a file that the user has changed are silently skipped; the caller checks
   * what remains.
   */
  readonly partial?: boolean;
}

/** The input of a code change: new paths by old ones, and the scaffolded files before and after. */
export interface CodeToChange {
  readonly moves: ReadonlyMap<string, string>;
  readonly before: Layout;
  readonly after: Layout;
}

export interface ChangedCode extends CodeChange {
  /**
   * The same change applied to the original scaffolded files, by their new paths; absent if it has to be computed
   * again.
   */
  readonly scaffolded?: ReadonlyMap<string, string>;
}

/**
 * Applies a change of PROJECT, as every command does that changes it: the difference between the scaffolded files
 * before and after is applied to the project, and generated files are updated.
 */
export async function changeProject(
  host: Host,
  { root, project, text: listedText }: FoundProject,
  { edit, present, force, knownAs, changeCode = moveCode, objects = [], partial = false }: ProjectChange,
): Promise<MadePlan> {
  const { text, reformatted } = edit === undefined ? { text: listedText, reformatted: false } : finishEdit(edit);
  const edited = parseProject(text).project;
  const packages = presentPackages(host, root);
  const asNow = { packages, keepsName: keptWebhookNames(host, root, project) };
  const scaffoldedNow = layoutFiles(project, asNow);
  const listed =
    project.permissions === edited.permissions
      ? scaffoldedNow
      : withOwnMarkers(host, root, scaffoldedNow, layoutFiles({ ...project, permissions: edited.permissions }, asNow));
  const wantedFiles = layoutFiles(edited, { ...asNow, ...defined({ knownAs }) });
  refuseSharedPaths(listed, wantedFiles);
  const after = byPath(wantedFiles);
  const before = present === undefined ? byPath(listed) : presentOf(byPath(listed), layoutOf(present, asNow));
  const moves = movedFiles(host, root, before, after);
  const toChange = { moves, before, after };
  const asMoved = (unedited: Host): CodeToChange => ({
    before,
    after,
    moves: movedFiles(unedited, root, before, after),
  });
  const existing = changeCode(host, root, toChange);
  const again = existing.files.size > 0 && existing.scaffolded === undefined;
  const unedited = again ? asScaffolded(host, root, before) : undefined;
  const scaffolded = unedited === undefined ? existing.files : changeCode(unedited, root, asMoved(unedited)).files;
  const code = { existing: existing.files, before: existing.scaffolded ?? scaffolded };
  const change = changeLayout(host, root, before, after, { force, partial, moves, code });
  const { wanted, diagnostics } = change;
  const unwanted = [...change.unwanted, ...objects.flatMap(({ from, path }) => (from === path ? [] : [from]))];
  const written = [...wanted, { path: projectFile, content: text, ownership: 'merged' as const }];
  const then = overlay(host, new Map([...goneFrom(root, unwanted), ...overlaid(root, [...written, ...objects])]));
  const generated = await generate(then, root, edited, toolVersion());
  const problems: readonly Diagnostic[] = [
    ...(reformatted ? [diagnostic('project-reformatted', {})] : []),
    ...clusterWarnings(project, edited),
    ...existing.problems,
    ...diagnostics,
    // Problems caused by missing files are reported only once.
    ...(hasErrors(diagnostics) ? [] : generated.diagnostics),
  ];
  // After an error nothing is generated, so existing generated files would all seem obsolete.
  const complete = !hasErrors(problems);
  const files = [...written, ...withObjects(host, root, generated.files, objects)];
  const made = makePlan(host, root, files, { force, complete, unwanted });
  return { plan: made.plan, diagnostics: [...problems, ...made.diagnostics] };
}

/**
 * Returns the files scaffolded before, of which those that a user has edited are as if the permissions had always come
 * from where they come from now: markers are neither removed from edited code nor added to it.
 */
function withOwnMarkers(
  host: Host,
  root: string,
  before: readonly LayoutFile[],
  asAfter: readonly LayoutFile[],
): readonly LayoutFile[] {
  const other = byPath(asAfter);
  return before.map((file) => {
    const after = other.get(file.path) ?? file;
    const isSame = after.content === file.content || host.read(posix.join(root, file.path)) === file.content;
    return isSame ? file : after;
  });
}

/**
 * Returns the files scaffolded before, except those to be scaffolded again. Existing code is as PROJECT describes it
 * now.
 */
function presentOf(before: Layout, present: Layout): Layout {
  const isCode = (path: string): boolean => path.startsWith('src/');
  return new Map([...present].map(([path, file]) => [path, (isCode(path) ? before.get(path) : undefined) ?? file]));
}

/**
 * Rejects a change after which two files would have the same path, ignoring case.
 * @throws DiagnosticsError when there is such a path
 */
function refuseSharedPaths(before: readonly LayoutFile[], after: readonly LayoutFile[]): void {
  const known = new Set(sharedPaths(before).map(({ path }) => path));
  const problems = sharedPaths(after).filter(({ path }) => !known.has(path));
  if (problems.length > 0) throw new DiagnosticsError(...problems.map((each) => diagnostic('kinds-share-files', each)));
}

function goneFrom(root: string, paths: readonly string[]): ReadonlyMap<string, undefined> {
  return new Map(paths.map((path) => [posix.join(root, path), undefined]));
}

/** Moves files and rewrites their imports. */
export function moveCode(host: Host, root: string, { moves }: CodeToChange): ChangedCode {
  return moves.size === 0 ? { files: new Map(), problems: [] } : planCodeMove(writtenCode(host, root), root, { moves });
}

/**
 * Returns the project with the original scaffolded version of every file that its user has changed, renamed or removed
 * since; undefined if there is none.
 */
function asScaffolded(host: Host, root: string, layout: Layout): Host | undefined {
  const changed = [...layout.values()]
    .map(({ path, content }) => [posix.join(root, path), content] as const)
    .filter(([path, content]) => host.read(path) !== content);
  return changed.length === 0 ? undefined : overlay(host, new Map(changed));
}

/** Returns warnings for kinds that newly require permissions outside of the operator's namespace. */
function clusterWarnings(before: Project, after: Project): readonly Diagnostic[] {
  const known = clusterKinds(before);
  const namespace = ownNamespace(after);
  return clusterKinds(after)
    .filter((kind) => !known.includes(kind))
    .map((kind) => diagnostic('cluster-scoped-kind', { kind, namespace }));
}
