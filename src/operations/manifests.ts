import { findProject } from '../project/find-project.js';
import { makePlan } from '../scaffold/make-plan.js';
import { toolVersion } from '../io/tool.js';
import { generate } from './generate.js';
import type { ManifestsOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Brings every generated file up to date with the sources and PROJECT. */
export async function manifests(_options: ManifestsOptions, { host, cwd }: Environment): Promise<Outcome> {
  const { root, project } = findProject(host, cwd);
  const { files, diagnostics } = await generate(host, root, project, toolVersion());
  // After an error there are no files; a plan made of none would remove what is there.
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return { root, plan: { files: [] }, diagnostics, summary: '', next: [] };
  }
  const made = makePlan(host, root, files, { complete: true });
  const changed = made.plan.files.filter(({ action }) => action !== 'unchanged').length;
  return {
    root,
    plan: made.plan,
    diagnostics: [...diagnostics, ...made.diagnostics],
    summary: changed === 0 ? 'Every generated file is up to date.' : `${changed} files brought up to date.`,
    next: [],
  };
}
