import { posix } from 'node:path';
import type { GoFile } from '../../../base/helper/go/answer.js';
import type { GoCode } from './go-code.js';
import { creatingFiles, folderOf, isOfTests } from './main-programs.js';

/**
 * Returns the code with marks on controllers that no program with a manager imports: those of other programs, and test
 * helpers. They come last, so that controllers in PROJECT are matched with those of the operator first.
 */
export function withReachedControllers(code: GoCode): GoCode {
  const isUnread = code.problems.some((each) => each.code === 'go-file-unread');
  const creating = creatingFiles(code.files);
  // The imports of an unread file are unknown.
  if (isUnread || creating.length === 0) return code;
  const folders = reachedFolders(code.files, creating.map(folderOf));
  const isReached = ({ position }: GoCode['controllers'][number]): boolean => folders.has(posix.dirname(position.file));
  const reached = code.controllers.filter(isReached);
  const unreached = code.controllers.filter((each) => !isReached(each));
  // Programs that are assembled in another way, such as by plug-ins, have no imports.
  return reached.length === 0 ? code : { ...code, controllers: [...reached, ...unreached], unreached };
}

/** Returns the folders that programs with a manager in these folders import, including those of the programs. */
function reachedFolders(files: readonly GoFile[], managers: readonly string[]): ReadonlySet<string> {
  const imported = new Map<string, string[]>();
  const importing = new Map<string, string[]>();
  for (const file of files)
    for (const each of file.imports) {
      add(imported, folderOf(file), each);
      add(importing, each, folderOf(file));
    }
  return closure(
    [...closure(managers, importing)].filter((each) => !isOfTests(each)),
    imported,
  );
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function closure(start: readonly string[], next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set(start);
  // The loop over a set also visits elements that are added during the iteration.
  for (const each of found) for (const other of next.get(each) ?? []) found.add(other);
  return found;
}
