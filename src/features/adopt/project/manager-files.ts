import type { GoFile } from '../../../base/helper/go/answer.js';

/**
 * Returns the files without those that create the managers of other programs and of tests. A repository can have
 * several programs, and test helpers with their own managers: the main program is the one nearest to the root.
 */
export function ofManager(files: readonly GoFile[]): readonly GoFile[] {
  const below = folderOfAll(files.map(({ path }) => path)).length;
  const rankOf = ({ path }: GoFile): number => rank(path.slice(below));
  const creating = files.filter(({ managers }) => managers.length > 0);
  const best = Math.min(...creating.map(rankOf));
  return files.filter((each) =>
    each.managers.length > 0 ? rankOf(each) === best : best >= ofTest || rankOf(each) < ofTest,
  );
}

const ofLibrary = 100;
const ofTest = 1000;

/** Returns a rank: lower for the file of a main program, and lower the closer it is to the root. */
function rank(path: string): number {
  const folders = path.split('/').slice(0, -1);
  if (folders.some((each) => /test|e2e/i.test(each))) return ofTest;
  if (!/(?:^|\/)main\.go$/.test(path)) return ofLibrary;
  const isUsual = folders.length === 2 && /^(?:manager|operator|controller)$/.test(folders[1]!);
  return 2 * folders.length - (isUsual ? 1 : 0);
}

/** Returns the common folder of all paths, with a slash. It differs from the root if the Go code is outside of the project. */
function folderOfAll(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((each) => each.split('/').slice(0, -1));
  const folders: readonly string[] = first;
  const differs = folders.findIndex((each, at) => others.some((other) => other[at] !== each));
  return (differs < 0 ? folders : folders.slice(0, differs)).map((each) => `${each}/`).join('');
}
