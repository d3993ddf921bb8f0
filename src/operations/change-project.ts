import { posix } from 'node:path';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { toolVersion } from '../io/tool.js';
import type { FoundProject } from '../project/find-project.js';
import { projectFile } from '../project/paths.js';
import { parseProject } from '../project/project-file.js';
import type { Project } from '../project/project.js';
import { changeLayout } from '../scaffold/change-layout.js';
import { byPath, layoutFiles, layoutOf, sharedPaths, type Layout, type LayoutFile } from '../scaffold/layout.js';
import { makePlan, type MadePlan } from '../scaffold/make-plan.js';
import { generate } from './generate.js';
import { overlaid } from './overlaid.js';
import { presentPackages } from './packages.js';

/** A change of what PROJECT says. */
export interface ProjectChange {
  /** PROJECT as it will be. */
  readonly text: string;
  /** What is there already, where it is less than PROJECT says: the rest is scaffolded anew. */
  readonly present?: Project;
  /** Writes over files that stand in the way, and removes those that the user has changed. */
  readonly force: boolean;
}

/**
 * What every command does that changes PROJECT: the scaffolded files follow, as the difference between what was scaffolded
 * before and what would be now, and so do the generated ones.
 */
export async function changeProject(
  host: Host,
  { root, project }: FoundProject,
  { text, present = project, force }: ProjectChange,
): Promise<MadePlan> {
  const edited = parseProject(text).project;
  const packages = presentPackages(host, root);
  const [before, after] = [layoutFiles(project, { packages }), layoutFiles(edited, { packages })];
  refuseSharedPaths(before, after);
  const there = present === project ? byPath(before) : presentOf(byPath(before), layoutOf(present, { packages }));
  const { wanted, unwanted, diagnostics } = changeLayout(host, root, there, byPath(after), { force });
  const written = [...wanted, { path: projectFile, content: text, ownership: 'merged' as const }];
  const then = overlay(host, new Map([...goneFrom(root, unwanted), ...overlaid(root, written)]));
  const generated = await generate(then, root, edited, toolVersion());
  const problems: readonly Diagnostic[] = [...diagnostics, ...generated.diagnostics];
  // After an error there are no generated files: none of those that are there would have a reason to be.
  const complete = !hasErrors(problems);
  const made = makePlan(host, root, [...written, ...generated.files], { force, complete, unwanted });
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
  if (problems.length > 0) throw new DiagnosticsError(...problems.map((each) => diagnostic('files-shared', each)));
}

function goneFrom(root: string, paths: readonly string[]): ReadonlyMap<string, undefined> {
  return new Map(paths.map((path) => [posix.join(root, path), undefined]));
}
