import { toolVersion } from '../../../base/io/tool.js';
import { findProject } from '../../../project/find-project.js';
import { describeModel } from './describe-model.js';
import { readModel } from '../../../output/generate/read-model.js';
import { modelVersion } from '../../../base/model/model.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

/** Returns the declarations in the sources of a project, as data and as a summary. */
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
