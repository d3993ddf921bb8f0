import { refuse } from '../diagnostics/diagnostic.js';
import { findProject } from '../project/find-project.js';
import { findResource } from '../project/find-resource.js';
import { withoutResource } from '../project/project-file.js';
import { apiGroupOf } from '../project/project.js';
import { keepCodeIn } from '../ts/code-cache.js';
import { changeProject } from './change-project.js';
import type { DeleteApiOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** Takes back what `create api` made of a kind in a version, but for what the user has changed since. */
export async function deleteApi(options: DeleteApiOptions, { host, cwd, memory }: Environment): Promise<Outcome> {
  keepCodeIn(memory);
  const found = findProject(host, cwd);
  const { root, project } = found;
  const { version, kind, force } = options;
  const resource = findResource(project, options);
  if (resource === undefined) {
    const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
    const apiVersion = `${apiGroupOf({ ...options, domain: project.domain })}/${version}`;
    refuse('no-such-api', { kind, apiVersion, known });
  }
  const made = await changeProject(host, found, { text: withoutResource(found, resource), force });
  return {
    root,
    ...made,
    summary: `Removed the kind ${kind} of ${apiGroupOf(resource)}/${version}.`,
    next: [],
  };
}
