import { codeUses } from '../../output/generate/code-reader.js';
import { readModel, type ReadModel } from '../../output/generate/read-model.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { CodeUses } from '../../base/model/permission.js';
import type { Project } from '../../project/project.js';

/**
 * A project before or after a change. What its code declares and uses is computed on demand, and only once, because
 * that needs the compiler.
 */
export interface ProjectView {
  readonly host: Host;
  readonly project: Project;
  readonly model: () => Promise<ReadModel>;
  readonly uses: () => Promise<CodeUses>;
}

export function projectView(host: Host, root: string, project: Project, memory: Memory | undefined): ProjectView {
  let read: Promise<ReadModel> | undefined;
  let uses: Promise<CodeUses> | undefined;
  const model = (): Promise<ReadModel> => (read ??= readModel(host, root, project, memory));
  const usesOf = async (): Promise<CodeUses> => codeUses(host, root, (await model()).model.kinds, memory);
  return { host, project, model, uses: () => (uses ??= usesOf()) };
}
