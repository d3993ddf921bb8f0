import { toolVersion } from '../../io/tool.js';
import { findProject } from '../../project/find-project.js';
import { describeModel } from './describe-model.js';
import { readModel } from '../../generate/read-model.js';
import type { Environment, Outcome } from '../../plan/outcome.js';

/**
 * Version of the model's shape. It is incremented when a field is removed or changes its meaning, not when one is
 * added.
 */
export const modelVersion = 1 as const;

/** Returns the model of a project's sources, as data and as a summary. */
export async function inspect(_options: object, { host, cwd, memory }: Environment): Promise<Outcome> {
  const { root, project } = findProject(host, cwd);
  const { model, diagnostics } = await readModel(host, root, project, memory);
  return {
    root,
    plan: { files: [] },
    diagnostics,
    summary: '',
    next: [],
    result: {
      text: describeModel(model),
      json: { modelVersion, tool: { version: toolVersion() }, model },
    },
  };
}
