import { toolVersion } from '../../../base/io/tool.js';
import { findProject } from '../../../project/find-project.js';
import { describeModel } from './describe-model.js';
import { readModel } from '../../../output/generate/read-model.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { modelVersion } from '../../../base/model/model.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import type { Graph } from '../../../output/graph/graph.js';
import { readGraph } from '../../../output/graph/read-graph.js';
import type { InspectOptions } from './flags.js';

/** Returns the declarations in the sources of a project, as data and as a summary or a graph. */
export async function inspect({ graph: format }: InspectOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd, memory } = environment;
  const { root, project } = findProject(host, cwd);
  const { model, diagnostics } = await readModel(host, root, project, memory);
  // Code with errors is not followed: its result is not shown.
  const graph =
    format === undefined || hasErrors(diagnostics) ? undefined : await readGraph(host, root, project, model, memory);
  const text = graph === undefined ? describeModel(model) : await shownAs(format!, graph);
  return {
    root,
    plan: { files: [] },
    diagnostics,
    summary: '',
    next: [],
    result: {
      text,
      json: { modelVersion, tool: { version: toolVersion() }, model, ...(graph !== undefined && { graph }) },
    },
  };
}

async function shownAs(format: NonNullable<InspectOptions['graph']>, graph: Graph): Promise<string> {
  switch (format) {
    case 'text':
      return (await import('../../../output/graph/text.js')).graphText(graph);
    case 'mermaid':
      return (await import('../../../output/graph/mermaid.js')).graphMermaid(graph);
    case 'svg':
      return (await import('../../../output/graph/svg.js')).graphSvg(graph);
  }
}
