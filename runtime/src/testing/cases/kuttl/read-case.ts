import type { CaseFiles } from '../files/case-files.js';
import type { CaseStep } from '../model.js';
import { readStep } from './read-step.js';
import type { RunLabels } from './run-labels.js';
import { stepFiles } from './step-files.js';
import type { Warn } from './unknown-fields.js';

/** Options of reading cases in the format of kuttl. */
export interface KuttlOptions {
  /** Patterns of files that are ignored without a warning; defaults to `README*`. */
  readonly ignoreFiles?: readonly string[] | undefined;
  readonly labels?: RunLabels | undefined;
  /** Variables in the paths of a TestStep; defaults to those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Reads the steps of a case in the format of kuttl. @throws CaseError if a file is not valid */
export function readSteps(folder: string, files: CaseFiles, options: KuttlOptions, warn: Warn): readonly CaseStep[] {
  const { ignoreFiles = ['README*'], labels = {}, env = process.env } = options;
  return [...stepFiles(folder, files, ignoreFiles, warn)].map(([index, paths]) =>
    readStep(index, paths, labels, { folder, files, env, warn }),
  );
}
