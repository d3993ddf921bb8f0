import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import type { FoundProject } from '../../project/find-project.js';
import { projectFile } from '../../project/paths.js';
import { finishEdit, type ProjectEdit } from '../../project/project-edit.js';
import { parseProject } from '../../project/project-file.js';
import type { Project } from '../../project/project.js';
import type { ConflictPolicy } from './edited-code/conflict-policy.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Layout, LayoutOptions } from '../../project/layout/layout.js';
import type { Environment } from '../../output/operation/outcome.js';
import { makePlan, type MadePlan } from '../../output/plan/make-plan.js';
import { clusterWarnings } from './problems/cluster-warnings.js';
import { changeWithParts, type CodePart } from './edited-code/joined-files.js';
import { deployedNames } from './names/deployed-names.js';
import { failedPatches } from './problems/failed-patches.js';
import { generateAfter } from './generate-after.js';
import { withLostMarkers } from './deletion/deleted-webhooks.js';
import type { Generated } from '../../output/generate/generate.js';
import { keepFormatted } from './edited-code/formatting.js';
import { movedFiles } from './files/moved-files.js';
import { movedOutputs } from './files/moved-generated-files.js';
import { leftPaths, withNewNames, type NewNames } from './files/path-values.js';
import { planCodeMove, type CodeChange } from '../refactor/moves/plan-code-move.js';
import { withMovedObjects, withObjects, type ChangedObjects } from './kustomizations/changed-objects.js';
import { projectTemplates } from './releases/known-releases.js';
import { layoutsOf, type FilesAgain, type ImportedFiles, type Layouts } from './layouts.js';
import { withRecord } from '../../output/operation/record.js';
import { withMovedRegistrations, withoutDoneRemovals } from './webhooks/moved-registrations.js';
import { projectView } from './planned-view.js';
import { withNewProblems } from './problems/new-problems.js';
import { readState } from '../../output/plan/state.js';
import { renamedRoles } from './names/role-names.js';
import { storageNotes } from './kinds/storage-notes.js';
import { writtenCode } from './edited-code/scaffolded-code.js';

const noNames: NewNames = { moves: new Map(), roles: new Map() };

/** A change of PROJECT and its consequences. */
export interface ProjectChange {
  /** The edit of PROJECT; absent if PROJECT does not change. */
  readonly edit?: ProjectEdit;
  /** The project whose files are already scaffolded, if it differs from what PROJECT lists. */
  readonly present?: Project;
  readonly again?: FilesAgain | undefined;
  /** Whether to overwrite conflicting files, and remove those that the user has changed. */
  readonly force: boolean;
  /** The names by which existing files are identified, if the change renames resources. */
  readonly knownAs?: LayoutOptions['knownAs'];
  /** Changes code that a user may have edited and that cannot be merged line by line; by default, files are only moved. */
  readonly changeCode?: (host: Host, root: string, change: CodeToChange) => ChangedCode;
  /** The user's files with objects that the change renames. Existing samples remain samples. */
  readonly objects?: readonly ChangedObjects[];
  /**
   * Whether changes that cannot be merged into a file that the user has changed are silently skipped; the caller checks
   * what remains.
   */
  readonly partial?: boolean;
  /** Files that are not rendered from templates, or are changed after that, by path. */
  readonly imported?: ImportedFiles;
  /** Existing files that are replaced or removed as a whole, even if a user has edited them: their texts, by path. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** The edited samples that `force` overwrites or removes, by path; none by default, because a change does not concern them. */
  readonly samplesAgain?: ReadonlySet<string>;
  /**
   * Whether it deletes an API or webhooks: their classes lose their markers in all files, and the storage version does
   * not move.
   */
  readonly isDeletion?: boolean;
  /** The releases between which the scaffolded files change, if more than PROJECT changes. */
  readonly upgrade?: UpgradedLayout;
  /** Other files to be written or removed, which are neither scaffolded nor generated. */
  readonly others?: OtherFiles;
}

export interface OtherFiles {
  readonly files: readonly DesiredFile[];
  readonly unwanted: readonly string[];
}

/** The scaffolded files of two releases. */
export interface UpgradedLayout {
  readonly before: LayoutOptions;
  readonly after: LayoutOptions;
  readonly conflicts: ConflictPolicy;
  /** Additional files to be written, and paths to be removed. */
  readonly files: readonly DesiredFile[];
  readonly unwanted: readonly string[];
}

/** The input of a code change: new paths by old ones, and the scaffolded files before and after. */
export interface CodeToChange {
  readonly moves: ReadonlyMap<string, string>;
  /** New paths of generated files, to which the code can refer. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly before: Layout;
  readonly after: Layout;
  /** The changes of scaffolded code that is in files together with other code. */
  readonly parts: readonly CodePart[];
}

export interface ChangedCode extends CodeChange {
  /** The same change applied to the original scaffolded files, by their new paths; absent if it must be computed again. */
  readonly scaffolded?: ReadonlyMap<string, string>;
  /** The changes of parts of files that still have to be made; absent if all of them remain. */
  readonly parts?: readonly CodePart[];
}

/**
 * Applies a change of PROJECT, for every command that changes it: the difference between the scaffolded files before
 * and after is applied to the project, and generated files are updated.
 */
export async function changeProject(
  environment: Pick<Environment, 'host' | 'releases' | 'helper' | 'memory'>,
  found: FoundProject,
  {
    edit,
    present,
    again,
    force,
    knownAs,
    changeCode = moveCode,
    objects: renamed = [],
    partial = false,
    imported = new Map(),
    replaced = new Map(),
    isDeletion = false,
    samplesAgain = new Set(),
    upgrade,
    others = { files: [], unwanted: [] },
  }: ProjectChange,
): Promise<MadePlan> {
  const [{ host, memory, helper }, { root, project }] = [environment, found];
  const { text, reformatted, edited } = editedText(edit, found.text);
  const templates = projectTemplates(environment, found);
  const options = { present, again, knownAs, imported, replaced, upgrade, templates, keepsStorage: isDeletion };
  const layouts = layoutsOf(host, root, [project, edited], options);
  const moved = movesOf(host, root, layouts, [project, edited]);
  const existing = changeCode(host, root, { ...moved, ...layouts });
  const scaffolded = scaffoldedCode(host, root, existing, changeCode, { ...moved, ...layouts });
  const code = { existing: existing.files, before: scaffolded };
  const recorded = await withRecord(environment, found);
  const how = { force, deletesEdited: force && isDeletion, partial, ...moved, code, conflicts: upgrade?.conflicts };
  const left = { ...layouts, parts: existing.parts ?? layouts.parts };
  const change = withMovedRegistrations(host, root, layouts.after, changeWithParts(recorded, root, left, how));
  const { wanted, diagnostics, resolved, objects } = withMovedObjects(change, renamed, moved.moves, layouts.before);
  const unwanted = [...change.unwanted, ...renamedFrom(renamed), ...(upgrade?.unwanted ?? []), ...others.unwanted];
  // A release does not declare which files it moves, so the places that name them are reported to the user.
  const names = upgrade === undefined ? namesAfter(host, found, layouts, moved) : noNames;
  const texts = { changed: [...wanted, ...(upgrade?.files ?? []), ...others.files, projectText(text)], objects };
  const { changed, objects: named } = withNewNames(host, root, texts, names);
  const before = projectView(host, root, project, memory);
  const now = await generateAfter(
    { environment, recorded, root, before, edited, isDeletion, samplesAgain },
    { changed, unwanted, objects: named, resolved, reported: diagnostics },
  );
  const problems: readonly Diagnostic[] = [
    ...(reformatted ? [diagnostic('project-reformatted', {})] : []),
    ...clusterWarnings(now.host, root, [project, edited]),
    ...storageNotes({ host, root, project }, { host: now.host, root, project: edited }),
    ...existing.problems,
    ...withLostMarkers(withoutDoneRemovals(now.host, root, diagnostics), root, [host, now.host]),
    ...now.unmarked,
    ...placeProblems(host, now.host, root, names.moves),
    // Problems caused by missing files are reported only once.
    ...(hasErrors(diagnostics) ? [] : now.generated.diagnostics.map(unblocking)),
  ];
  const { files: written, placed, notes } = await keepFormatted(host, root, now.written, layouts.after);
  const files = [...written, ...withObjects(recorded, root, now.generated.files, named)];
  const record = { unwanted, recorded: readState(recorded, root), complete: isComplete(problems, now.generated) };
  const made = makePlan(host, root, files, { force, samplesAgain, ...record });
  const planned = { ...made, diagnostics: [...problems.map(placed), ...notes, ...made.diagnostics] };
  return withNewProblems(root, planned, { before, edited, isDeletion, helper, memory });
}

function projectText(content: string): DesiredFile {
  return { path: projectFile, content, ownership: 'merged' };
}

function renamedFrom(objects: readonly ChangedObjects[]): readonly string[] {
  return objects.flatMap(({ from, path }) => (from === path ? [] : [from]));
}

/** Returns the places where a change leaves names and patches without their target. */
function placeProblems(
  before: Host,
  after: Host,
  root: string,
  paths: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  return [...leftPaths(after, root, paths), ...failedPatches(before, after, root)];
}

/**
 * Reports whether all generated files are known. After an error nothing is generated, even if the error is reported
 * here as a warning; existing files are then not obsolete.
 */
function isComplete(problems: readonly Diagnostic[], { diagnostics }: Generated): boolean {
  return !hasErrors([...problems, ...diagnostics]);
}

/**
 * Returns a problem of edited code as a warning, if everything else can be done: `manifests` and `check` report it as
 * an error.
 */
function unblocking(problem: Diagnostic): Diagnostic {
  return problem.code === 'set-up-missing' ? { ...problem, severity: 'warning' } : problem;
}

/** Returns the new paths of files by old ones, both for files that move with the layout and for generated files. */
function movesOf(
  host: Host,
  root: string,
  { before, after }: Pick<Layouts, 'before' | 'after'>,
  [project, edited]: readonly [Project, Project],
): Pick<CodeToChange, 'moves' | 'outputs'> {
  return {
    moves: movedFiles(host, root, before, after),
    outputs: movedOutputs(host, root, project, edited),
  };
}

/** Returns the new paths of files that move, and the new names of roles. */
function namesAfter(
  host: Host,
  { root, project }: FoundProject,
  layouts: Layouts,
  { moves, outputs }: Pick<CodeToChange, 'moves' | 'outputs'>,
): NewNames {
  const roles = renamedRoles(host, root, layouts, deployedNames(host, root, project));
  return { moves: new Map([...moves, ...outputs]), roles };
}

/** Returns the project that PROJECT describes after an edit, and the new text of PROJECT. */
function editedText(edit: ProjectEdit | undefined, text: string) {
  const finished = edit === undefined ? { text, reformatted: false } : finishEdit(edit);
  return { ...finished, edited: parseProject(finished.text).project };
}

/** Returns the result of a change of code for the original scaffolded files. */
function scaffoldedCode(
  host: Host,
  root: string,
  existing: ChangedCode,
  changeCode: NonNullable<ProjectChange['changeCode']>,
  change: CodeToChange,
): ReadonlyMap<string, string> {
  if (existing.scaffolded !== undefined) return existing.scaffolded;
  const unedited = asScaffolded(host, root, change.before);
  if (unedited === undefined) return existing.files;
  const moves = movedFiles(unedited, root, change.before, change.after);
  return changeCode(unedited, root, { ...change, moves }).files;
}

/** Moves files and rewrites their imports. */
export function moveCode(host: Host, root: string, { moves, outputs }: CodeToChange): ChangedCode {
  if (moves.size + outputs.size === 0) return { files: new Map(), problems: [] };
  return planCodeMove(writtenCode(host, root), root, { moves, outputs });
}

/**
 * Returns the project with the original scaffolded version of every file that its user has since changed, renamed or
 * removed; undefined if there is no such version.
 */
function asScaffolded(host: Host, root: string, layout: Layout): Host | undefined {
  const changed = [...layout.values()]
    .map(({ path, content }) => [posix.join(root, path), content] as const)
    .filter(([path, content]) => host.read(path) !== content);
  return changed.length === 0 ? undefined : overlay(host, new Map(changed));
}
