import { posix } from 'node:path';
import { textsOf, type TextOf } from './constants.js';
import { functionsIn, importsOf, type GoFunction } from './declarations.js';
import { filesByFolder } from './folders.js';
import type { GoText } from './text.js';

/** The Go files of a project, and what they declare. */
export interface GoProgram {
  /** The files that can be read. */
  readonly files: readonly GoText[];
  /** Returns the folder of a package of the project; undefined for other packages. */
  readonly folderOf: (path: string) => string | undefined;
  readonly textOf: TextOf;
  /** Returns the files of the package in a folder. */
  readonly filesIn: (folder: string) => readonly GoText[];
  readonly functionsOf: (file: GoText) => readonly GoFunction[];
  readonly importsOf: (file: GoText) => ReadonlyMap<string, string>;
}

/** Reads a program; each file once. */
export function programOf(all: readonly GoText[], folderOf: (path: string) => string | undefined): GoProgram {
  const files = all.filter(({ problem }) => problem === undefined);
  const byFolder = filesByFolder(files);
  return {
    files,
    folderOf,
    textOf: textsOf(files, folderOf),
    filesIn: (folder) => byFolder.get(folder) ?? [],
    functionsOf: once(functionsIn),
    importsOf: once(importsOf),
  };
}

function once<T>(read: (file: GoText) => T): (file: GoText) => T {
  const known = new Map<GoText, T>();
  return (file) => {
    const found = known.get(file) ?? read(file);
    known.set(file, found);
    return found;
  };
}

/** Returns the folder of a file. */
export const folderWith = ({ path }: GoText): string => posix.dirname(path);
