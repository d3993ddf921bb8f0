import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Model } from '../../base/model/model.js';
import { codeUses } from '../generate/code-reader.js';
import type { Project } from '../../project/project.js';
import { graphOf, type Graph } from './graph.js';

/** Reads the code of a project for its controllers, and returns the graph of the project. */
export async function readGraph(
  host: Host,
  root: string,
  project: Project,
  model: Model,
  memory: Memory | undefined,
): Promise<Graph> {
  return graphOf(model, project, await codeUses(host, root, model.kinds, memory));
}
