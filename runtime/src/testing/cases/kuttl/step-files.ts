import type { CaseFiles, FolderEntry } from '../files/case-files.js';
import type { CaseProblem } from '../model.js';
import { nameForm, parseFileName } from './file-name.js';
import { matchesAny } from './glob.js';
import type { Warn } from './unknown-fields.js';

/** Paths of the files of each step, by the indexes of the steps. */
export type StepFiles = ReadonlyMap<number, readonly string[]>;

/** Returns the files of all steps in the folder of a case. Other files are ignored, with a warning. */
export function stepFiles(folder: string, files: CaseFiles, ignored: readonly string[], warn: Warn): StepFiles {
  const steps = new Map<number, string[]>();
  for (const entry of files.list(folder)) {
    if (matchesAny(entry.name, ignored)) continue;
    const index = parseFileName(entry.name)?.index;
    if (index === undefined) {
      if (looksLikeStep(entry)) warn(ignoredFile(entry));
      continue;
    }
    const found = entry.isFolder ? files.list(entry.path).map(({ path }) => path) : [entry.path];
    steps.set(index, [...(steps.get(index) ?? []), ...found]);
  }
  return new Map([...steps].toSorted(([one], [other]) => one - other));
}

/** Reports whether an ignored file was probably meant to be one of a step. */
function looksLikeStep({ name }: FolderEntry): boolean {
  return /^\d|\.ya?ml$/.test(name);
}

function ignoredFile({ name, path }: FolderEntry): CaseProblem {
  return {
    reason: 'ignored',
    message: `${name} is not a file of a step`,
    help: `rename it to ${nameForm}, or list it in ignoreFiles of kuttl-test.yaml`,
    place: { file: path },
  };
}
