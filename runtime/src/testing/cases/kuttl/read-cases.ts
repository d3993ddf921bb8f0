import { CaseError, refuseInvalid } from '../case-error.js';
import { caseFiles, type CaseFiles } from '../files/case-files.js';
import type { CaseProblem, TestCase } from '../model.js';
import { readStep } from './read-step.js';
import type { RunLabels } from './run-labels.js';
import { stepFiles } from './step-files.js';

/** Options of reading test cases. */
export interface ReadCasesOptions {
  /** Absolute path of the folder that all files have to be in, such as that of the project. */
  readonly root: string;
  /** Names of the cases to read; all if unset. */
  readonly only?: readonly string[] | undefined;
  /** Patterns of files that are ignored without a warning; defaults to `README*`. */
  readonly ignoreFiles?: readonly string[] | undefined;
  readonly labels?: RunLabels | undefined;
  /** Variables in the paths of a TestStep; defaults to those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * Reads all test cases in a folder: each of its folders is one. A case with a file that is not valid is returned with
 * its problem.
 * @param folder absolute path
 * @throws CaseError if the folder does not exist
 */
export function readCases(folder: string, options: ReadCasesOptions): readonly TestCase[] {
  const files = caseFiles(options.root);
  if (files.isFolder(folder) !== true)
    refuseInvalid({ file: folder }, 'it is not a folder', 'name a folder with test cases');
  return files
    .list(folder)
    .filter(({ name, isFolder }) => isFolder && (options.only?.includes(name) ?? true))
    .map(({ name, path }) => readCase(name, path, files, options));
}

function readCase(name: string, folder: string, files: CaseFiles, options: ReadCasesOptions): TestCase {
  const { ignoreFiles = ['README*'], labels = {}, env = process.env } = options;
  const warnings: CaseProblem[] = [];
  const warn = (problem: CaseProblem): void => void warnings.push(problem);
  try {
    const steps = [...stepFiles(folder, files, ignoreFiles, warn)].map(([index, paths]) =>
      readStep(index, paths, labels, { folder, files, env, warn }),
    );
    return { name, folder, steps, warnings };
  } catch (error) {
    if (error instanceof CaseError) return { name, folder, steps: [], warnings, problem: error.problem };
    throw error;
  }
}
