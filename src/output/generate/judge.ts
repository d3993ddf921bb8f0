import { provided } from '../../base/extensions/extension-point.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Project } from '../../project/project.js';
import type { PlannedFile } from '../plan/plan.js';
import type { Generated } from './generate.js';

/** A project whose manifests are judged. */
export interface JudgedProject {
  /** Absolute path of the project. */
  readonly root: string;
  readonly project: Project;
  /** Returns the text of a file by its path in the project; undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  readonly helper: Helper;
  readonly memory?: Memory | undefined;
}

/** Reports what an API server would reject in one project, and finds samples that it accepts. */
export interface Judge {
  /** Judges the files of a plan. If an API server rejects only the samples, returns replacements. */
  readonly judge: (
    generated: Generated,
    planned: readonly PlannedFile[],
  ) => Promise<{ readonly generated: Generated; readonly rejected: readonly Diagnostic[] }>;
  /** Returns what an API server would reject in addition to errors of operator-gen, so that all are reported at once. */
  readonly judgeBesideErrors: (generated: Generated) => Promise<readonly Diagnostic[]>;
  /** Returns the generated files, with new samples that an API server accepts where any are found. */
  readonly withNewSamples: (generated: Generated) => Promise<Generated>;
}

/** Returns the judge of a project. */
export type JudgeOf = (project: JudgedProject) => Judge;

/** The judge that a feature provides. */
export const judgeLoader = provided<() => Promise<JudgeOf>>('a judge of manifests');

/** Returns the judge of a project; undefined without the helper, on which it relies. */
export async function judgeOf({
  helper,
  ...project
}: Omit<JudgedProject, 'helper'> & { readonly helper: Helper | undefined }): Promise<Judge | undefined> {
  if (helper?.identity === undefined) return undefined;
  return (await judgeLoader.get()?.())?.({ ...project, helper });
}

/** Returns the generated files, with new samples that an API server accepts, as far as the helper can tell. */
export async function withNewSamples(project: Parameters<typeof judgeOf>[0], generated: Generated): Promise<Generated> {
  return (await judgeOf(project))?.withNewSamples(generated) ?? generated;
}
