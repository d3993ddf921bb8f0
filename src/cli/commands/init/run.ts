import { overlay } from '../../../base/io/overlay.js';
import { toolVersion } from '../../../base/io/tool.js';
import { changedParts, usualParts } from '../../../project/parts.js';
import { projectFile } from '../../../project/paths.js';
import { finishEdit, newProjectText, startEdit } from '../../../project/project-edit.js';
import { parseProject } from '../../../project/project-file.js';
import { putSettings } from '../../../project/project-settings.js';
import { layoutOf } from '../../../project/layout/layout.js';
import { makePlan } from '../../../output/plan/make-plan.js';
import { generate } from '../../../output/generate/generate.js';
import type { InitOptions } from './flags.js';
import { keptFileNotes, withPresentLists } from './present-files.js';
import { refuseStart } from './problems.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { firstInstallation } from '../../../scaffold/change/packages/first-installation.js';
import { overlaid } from '../../../scaffold/change/planned-overlay.js';
import { projectPackages } from '../../../scaffold/change/packages/packages.js';

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
  const features = changedParts(plain.project.features, enable, left);
  putSettings(edit, { multigroup, namespaced, permissions, features, license });
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
