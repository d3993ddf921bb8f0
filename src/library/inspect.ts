import { resolve } from 'node:path';
import type { Diagnostic } from '../base/diagnostics/diagnostic.js';
import { hasErrors } from '../base/diagnostics/has-errors.js';
import { disk } from '../base/io/disk.js';
import { type Model, modelVersion } from '../base/model/model.js';
import { readModel } from '../output/generate/read-model.js';
import { findProject } from '../project/find-project.js';
import { projectHost } from '../project/project-host.js';
import { projectRoot } from '../project/project-root.js';
import { refuseForeignProject } from '../project/trusted-project.js';
import { installAllFeatures } from '../features.js';
import { problemsOf } from './problems.js';

export interface InspectOptions {
  /** The project folder, or one below it. Relative paths are resolved against the working directory of the process. */
  readonly cwd: string;
}

export interface InspectResult {
  /**
   * Version of the model's format. It is incremented when a field is removed or changes its meaning, but not when one
   * is added.
   */
  readonly modelVersion: typeof modelVersion;
  /** Kinds, versions, schemas and permissions, as plain data; absent when the sources have errors. */
  readonly model?: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what a project's sources declare and returns the model that its manifests are generated from. It writes
 * nothing.
 */
export async function inspect(options: InspectOptions): Promise<InspectResult> {
  installAllFeatures();
  const cwd = resolve(options.cwd);
  const folder = projectRoot(disk, cwd);
  const host = projectHost(disk, folder);
  let model: Model | undefined;
  const found: Diagnostic[] = [];
  const problems = await problemsOf(async () => {
    refuseForeignProject(disk, folder, process.env);
    const { root, project } = findProject(host, cwd);
    const read = await readModel(host, root, project);
    found.push(...read.diagnostics);
    model = read.model;
  });
  const diagnostics = [...found, ...problems];
  return { modelVersion, ...(hasErrors(diagnostics) || model === undefined ? {} : { model }), diagnostics };
}
