import { readdirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { messageOf } from '../../../errors/causes.js';
import { readTextSync } from '../../../configuration/read-file.js';
import { refuseInvalid } from '../case-error.js';

/** Maximum size of a file in bytes; an API server accepts objects of 1.5 MiB. */
const mostBytes = 4 * 1024 * 1024;
/** Maximum number of entries of a folder that are read. */
const mostEntries = 10_000;

/** Entry of a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  /** Whether it is a folder itself, and not a symbolic link to one. */
  readonly isFolder: boolean;
}

/** Files of test cases. Symbolic links that lead out of their root are refused. */
export interface CaseFiles {
  /** Returns the entries of a folder in the order of their names. @throws CaseError if it cannot be read */
  readonly list: (folder: string) => readonly FolderEntry[];
  /** Returns the text of a file. @throws CaseError if it cannot be read, is too large or outside of the root */
  readonly read: (file: string) => string;
  /** Reports whether a path is that of a folder; undefined if nothing is there. @throws CaseError outside of the root */
  readonly isFolder: (path: string) => boolean | undefined;
}

/** Creates the files below a folder. @param root absolute path */
export function caseFiles(root: string): CaseFiles {
  const realRoot = realpathSync(root);
  const confined = (path: string): string => {
    const real = realpathSync(path);
    const fromRoot = relative(realRoot, real);
    if (fromRoot !== '..' && !/^\.\.[\\/]/.test(fromRoot) && !isAbsolute(fromRoot)) return real;
    return refuseInvalid(
      { file: path },
      `it is outside of ${root}`,
      'move the file into the project, or run the command in a folder around both',
    );
  };
  return {
    list: (folder) =>
      attempt(folder, () => {
        const entries = readdirSync(confined(folder), { withFileTypes: true });
        if (entries.length > mostEntries)
          refuseInvalid({ file: folder }, `it has more than ${mostEntries} entries`, 'name the folder with the cases');
        const ordered = entries.toSorted((one, other) =>
          Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
        );
        return ordered.map((each) => ({
          name: each.name,
          path: join(folder, each.name),
          isFolder: each.isDirectory(),
        }));
      }),
    read: (file) =>
      attempt(file, () => {
        const path = confined(file);
        if (!statSync(path).isFile()) refuseInvalid({ file }, 'it is not a file', 'remove it, or move it elsewhere');
        return readTextSync(path, mostBytes);
      }),
    isFolder: (path) => {
      if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
      return attempt(path, () => statSync(confined(path)).isDirectory());
    },
  };
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if ((error as Error).name === 'CaseError') throw error;
    return refuseInvalid({ file }, `it cannot be read: ${messageOf(error)}`, 'check the path and its permissions');
  }
}
