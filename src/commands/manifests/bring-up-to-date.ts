import { posix } from 'node:path';
import { hasErrors } from '../../diagnostics/has-errors.js';
import { findProject } from '../../project/find-project.js';
import { makePlan } from '../../plan/make-plan.js';
import { readPackages } from '../../io/packages.js';
import { overlay } from '../../io/overlay.js';
import { toolVersion } from '../../io/tool.js';
import { danglingEntries } from './dangling-entries.js';
import { generate } from '../../generate/generate.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/** Plans all generated files of a project from the sources and PROJECT. */
export async function bringUpToDate({ host, cwd, memory }: Environment): Promise<Outcome> {
  readPackages(host);
  const { root, project } = findProject(host, cwd);
  const { files, diagnostics } = await generate(host, root, project, toolVersion(), memory);
  // After an error there are no files, and a plan without files would remove the existing ones.
  if (hasErrors(diagnostics)) {
    return { root, plan: { files: [] }, diagnostics, summary: '', next: [] };
  }
  const made = makePlan(host, root, files, { complete: true });
  const then = overlay(host, new Map(made.plan.files.map(({ path, after }) => [posix.join(root, path), after])));
  const changed = made.plan.files.filter(({ action }) => action !== 'unchanged').length;
  return {
    root,
    plan: made.plan,
    diagnostics: [...diagnostics, ...made.diagnostics, ...danglingEntries(then, root)],
    summary:
      changed === 0 ? 'All generated files are up to date.' : `Updated ${changed} ${changed === 1 ? 'file' : 'files'}.`,
    next: [],
  };
}
