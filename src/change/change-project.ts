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

/** A change of what PROJECT says. */
export interface ProjectChange {
  /** The change of PROJECT; absent where it stays as it is. */
  readonly edit?: ProjectEdit;
  /** What is there already, where it is less than PROJECT says: the rest is scaffolded anew. */
  readonly present?: Project;
  /** Writes over files that stand in the way, and removes those that the user has changed. */
  readonly force: boolean;
  /** By which names the files of before are known, where the change gives resources new ones. */
  readonly knownAs?: LayoutOptions['knownAs'];
  /** What becomes of code that a user may have changed, where lines alone would not tell; without it files move. */
  readonly changeCode?: (host: Host, root: string, change: CodeToChange) => ChangedCode;
  /** Files of the user's whose objects the change calls differently; what was a sample of ours remains one. */
  readonly objects?: readonly ChangedObjects[];
  /** What does not fit into a file that the user has changed is left out without a word: the caller looks at what is left. */
  readonly partial?: boolean;
}

/** What a change of code is told of the project: new paths by old ones, and what is scaffolded before and after. */
export interface CodeToChange {
  readonly moves: ReadonlyMap<string, string>;
  readonly before: Layout;
  readonly after: Layout;
}

export interface ChangedCode extends CodeChange {
  /** The same change of files as we had scaffolded them, by the paths that they then have; absent where it is to be made again. */
  readonly scaffolded?: ReadonlyMap<string, string>;
}

/**
 * What every command does that changes PROJECT: the scaffolded files follow, as the difference between what was scaffolded
 * before and what would be now, and so do the generated ones.
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
  const listed = layoutFiles(project, asNow);
  const wantedFiles = layoutFiles(edited, { ...asNow, ...defined({ knownAs }) });
  refuseSharedPaths(listed, wantedFiles);
  const after = byPath(wantedFiles);
  const before = present === undefined ? byPath(listed) : presentOf(byPath(listed), layoutOf(present, asNow));
  const moves = movedFiles(host, root, before, after);
  const toChange = { moves, before, after };
  const existing = changeCode(host, root, toChange);
  const again = existing.files.size > 0 && existing.scaffolded === undefined;
  const unedited = again ? asScaffolded(host, root, before) : undefined;
  const scaffolded = unedited === undefined ? existing.files : changeCode(unedited, root, toChange).files;
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
    // What is wrong because something has no place yet is told once.
    ...(hasErrors(diagnostics) ? [] : generated.diagnostics),
  ];
  // After an error there are no generated files: none of those that are there would have a reason to be.
  const complete = !hasErrors(problems);
  const files = [...written, ...withObjects(host, root, generated.files, objects)];
  const made = makePlan(host, root, files, { force, complete, unwanted });
  return { plan: made.plan, diagnostics: [...problems, ...made.diagnostics] };
}

/** What was scaffolded before, but for what is to be scaffolded anew. Code that stays is as PROJECT has it now. */
function presentOf(before: Layout, present: Layout): Layout {
  const isCode = (path: string): boolean => path.startsWith('src/');
  return new Map([...present].map(([path, file]) => [path, (isCode(path) ? before.get(path) : undefined) ?? file]));
}

/** @throws DiagnosticsError when two files would have one path, on a file system that does not tell cases apart as well */
function refuseSharedPaths(before: readonly LayoutFile[], after: readonly LayoutFile[]): void {
  const known = new Set(sharedPaths(before).map(({ path }) => path));
  const problems = sharedPaths(after).filter(({ path }) => !known.has(path));
  if (problems.length > 0) throw new DiagnosticsError(...problems.map((each) => diagnostic('kinds-share-files', each)));
}

function goneFrom(root: string, paths: readonly string[]): ReadonlyMap<string, undefined> {
  return new Map(paths.map((path) => [posix.join(root, path), undefined]));
}

/** Files move, and imports follow. */
export function moveCode(host: Host, root: string, { moves }: CodeToChange): ChangedCode {
  return moves.size === 0 ? { files: new Map(), problems: [] } : planCodeMove(writtenCode(host, root), root, { moves });
}

/** The project with every file as we scaffolded it that its user has changed since; undefined where there is none. */
function asScaffolded(host: Host, root: string, layout: Layout): Host | undefined {
  const changed = [...layout.values()]
    .map(({ path, content }) => [posix.join(root, path), content] as const)
    .filter(([path, content]) => ![undefined, content].includes(host.read(path)));
  return changed.length === 0 ? undefined : overlay(host, new Map(changed));
}

/** What an operator of one namespace needs beyond it, and did not before. */
function clusterWarnings(before: Project, after: Project): readonly Diagnostic[] {
  const known = clusterKinds(before);
  const namespace = ownNamespace(after);
  return clusterKinds(after)
    .filter((kind) => !known.includes(kind))
    .map((kind) => diagnostic('cluster-scoped-kind', { kind, namespace }));
}
