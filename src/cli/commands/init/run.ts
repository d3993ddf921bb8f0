import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { toolVersion } from '../../../base/io/tool.js';
import { withMissingLines } from '../../../base/merge/missing-lines.js';
import { generate } from '../../../output/generate/generate.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { writableText } from '../../../output/plan/line-ends.js';
import { makePlan } from '../../../output/plan/make-plan.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { layoutOf } from '../../../project/layout/layout.js';
import { changedParts, usualParts } from '../../../project/parts.js';
import { projectFile } from '../../../project/paths.js';
import { finishEdit, newProjectText, startEdit } from '../../../project/project-edit.js';
import { parseProject } from '../../../project/project-file.js';
import { putSettings } from '../../../project/project-settings.js';
import { firstInstallation } from '../../../scaffold/change/packages/first-installation.js';
import { projectPackages } from '../../../scaffold/change/packages/packages.js';
import { overlaid } from '../../../scaffold/change/planned-overlay.js';
import type { InitOptions } from './flags.js';
import { refuseStart } from './problems.js';

/** Scaffolds a project into the current folder. */
export async function initialize(options: InitOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd: root } = environment;
  const { domain, projectName, skipInstall, force, multigroup = false, namespaced = false } = options;
  const { permissions = 'declared', enable = [], minimal } = options;
  const license = refuseStart(options, environment);

  const version = toolVersion();
  const packages = projectPackages(environment, version);
  const plain = parseProject(newProjectText({ domain, projectName }, version));
  const edit = startEdit(plain);
  const left = minimal ? usualParts().filter((each) => !enable.includes(each)) : [];
  const parts = changedParts(plain.project.parts, enable, left);
  putSettings(edit, { multigroup, namespaced, permissions, parts, license });
  const { text } = finishEdit(edit);
  const { project } = parseProject(text);
  const written = [
    ...withPresentLists(host, root, [...layoutOf(project, { packages: packages.specs }).values()]),
    ...packages.files,
    { path: projectFile, content: text, ownership: 'merged' as const },
  ];
  const generated = await generate(overlay(host, overlaid(root, written)), root, project, version);
  const installation = firstInstallation(environment, skipInstall);
  const made = makePlan(host, root, [...written, ...generated.files], { force, fresh: true });
  return {
    root,
    plan: made.plan,
    diagnostics: [...generated.diagnostics, ...made.diagnostics, ...keptFileNotes(made.plan, written)],
    summary: `Created the project ${projectName}.${installation.reason}`,
    next: [...installation.next, 'npx operator-gen create api --version v1 --kind <Kind>'],
    afterApply: installation.afterApply,
  };
}

/**
 * Pattern files that a folder can already have, into which missing lines are merged. `.dockerignore` is not among them:
 * its lines include files, so merged lines could add files to the image that the existing ones exclude.
 */
const lists: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes', '.prettierignore']);

/** Returns the files with existing pattern files, and the lines that these lack. */
function withPresentLists(host: Host, root: string, files: readonly DesiredFile[]): readonly DesiredFile[] {
  return files.map((file) => {
    const replaces = lists.has(file.path) ? writableText(host, root, file.path) : undefined;
    if (replaces === undefined) return file;
    return { ...file, content: withMissingLines(replaces, file.content), replaces, recordAs: file.content };
  });
}

/** Returns a note for each existing file that is kept. */
function keptFileNotes({ files }: Plan, wanted: readonly DesiredFile[]): readonly Diagnostic[] {
  const contents = new Map(wanted.map(({ path, content }) => [path, content]));
  const kept = files.filter(({ ownership, after, path }) => ownership === 'kept' && after !== contents.get(path));
  return kept.map(({ path }) => diagnostic('present-file-kept', { path }));
}
