import { CaseError, refuseInvalid } from './case-error.js';
import { isJsonObject } from '../../json/json-object.js';
import type { ChainsawTest } from './chainsaw/model.js';
import { readTest, testsIn } from './chainsaw/read-test.js';
import { chainsawTests, type TestFile } from './chainsaw/test-files.js';
import { caseFiles, type CaseFiles, type FolderEntry } from './files/case-files.js';
import { parseFileName } from './kuttl/file-name.js';
import { readSteps, type KuttlOptions } from './kuttl/read-case.js';
import type { CaseObject, CaseProblem } from './model.js';
import type { TestCase } from './test-case.js';

/** Options of reading test cases. */
export interface ReadCasesOptions extends KuttlOptions {
  /** Absolute path of the folder that all files have to be in, such as that of the project. */
  readonly root: string;
  /** Names of the cases to read; all if unset. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Reads all test cases in a folder. Each of its folders is one in the format of kuttl, and each folder at any depth with a
 * `chainsaw-test.yaml` is one or more in the format of chainsaw. A case with a file that is not valid is returned with its problem.
 * @param folder absolute path
 * @throws CaseError if the folder does not exist
 */
export function readCases(folder: string, options: ReadCasesOptions): readonly TestCase[] {
  const files = caseFiles(options.root);
  if (files.isFolder(folder) !== true)
    refuseInvalid({ file: folder }, 'it is not a folder', 'name a folder with test cases');
  const isChosen = ({ name }: { readonly name: string }): boolean => options.only?.includes(name) ?? true;
  const tests = chainsawTests(folder, files);
  const ofChainsaw = tests.flatMap((each) => readChainsawCases(each, files)).filter(isChosen);
  const ofKuttl = files
    .list(folder)
    .filter((each) => each.isFolder && isChosen(each) && isKuttlCase(each, tests, files))
    .map((each) => readKuttlCase(each, files, options));
  return [...ofKuttl, ...ofChainsaw].toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
  );
}

/** Reports whether a folder is a case of kuttl, and neither one of chainsaw nor a folder around some. */
function isKuttlCase({ name, path }: FolderEntry, tests: readonly TestFile[], files: CaseFiles): boolean {
  if (tests.some((each) => each.name === name)) return false;
  if (!tests.some((each) => each.name.startsWith(`${name}/`))) return true;
  return files.list(path).some((each) => parseFileName(each.name)?.index !== undefined);
}

function readKuttlCase({ name, path: folder }: FolderEntry, files: CaseFiles, options: KuttlOptions): TestCase {
  const warnings: CaseProblem[] = [];
  const read = (): Pick<TestCase, 'steps'> => ({
    steps: readSteps(folder, files, options, (problem) => void warnings.push(problem)),
  });
  return { name, folder, warnings, ...withProblem(read) };
}

/** Returns the tests of a file. If it has several, their names are added to that of the folder. */
function readChainsawCases({ name, folder, file }: TestFile, files: CaseFiles): readonly TestCase[] {
  const around = { folder, files };
  const caseNamed = (caseName: string, read: () => ChainsawTest): TestCase => {
    const found = withProblem(() => ({ steps: [], chainsaw: read() }));
    return { name: caseName, folder, warnings: [], ...found };
  };
  let tests: readonly CaseObject[];
  try {
    tests = testsIn(file, around);
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return [caseNamed(name, fail)];
  }
  const [first] = tests;
  if (first !== undefined && tests.length === 1) return [caseNamed(name, () => readTest(first, around))];
  return tests.map((each, index) => {
    const own = isJsonObject(each.fields['metadata']) ? each.fields['metadata']['name'] : undefined;
    const suffix = typeof own === 'string' && own !== '' ? own : String(index + 1);
    return caseNamed(`${name}/${suffix}`, () => readTest(each, around));
  });
}

function withProblem<T>(read: () => T): T | { readonly steps: readonly []; readonly problem: CaseProblem } {
  try {
    return read();
  } catch (error) {
    if (error instanceof CaseError) return { steps: [], problem: error.problem };
    throw error;
  }
}
