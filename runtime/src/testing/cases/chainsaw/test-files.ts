import { basename } from 'node:path';
import type { CaseFiles } from '../files/case-files.js';

/** Names of the file of a test. The first one takes precedence. */
const names = ['chainsaw-test.yaml', 'chainsaw-test.yml'];

/** File of a test in the format of chainsaw. */
export interface TestFile {
  /** Path of its folder from the folder with the cases, with slashes; the name of that folder for a test in it. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly file: string;
}

/** Returns the tests in a folder, and in the folders below it except hidden ones and those of packages. */
export function chainsawTests(folder: string, files: CaseFiles): readonly TestFile[] {
  return testsBelow(folder, '', files);
}

function testsBelow(folder: string, prefix: string, files: CaseFiles): readonly TestFile[] {
  const entries = files.list(folder);
  const own = names.flatMap((name) => entries.find((each) => each.name === name && !each.isFolder) ?? [])[0];
  const test = own && { name: prefix || basename(folder), folder, file: own.path };
  const inner = entries
    .filter(({ name, isFolder }) => isFolder && !name.startsWith('.') && name !== 'node_modules')
    .flatMap(({ name, path }) => testsBelow(path, prefix === '' ? name : `${prefix}/${name}`, files));
  return test === undefined ? inner : [test, ...inner];
}
