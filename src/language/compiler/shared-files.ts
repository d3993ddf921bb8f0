import type { ts } from './compiler.js';

/** Source files that programs have in common, by path. */
export interface SharedFiles {
  /** The file that an earlier program had, if it has this text; otherwise what `parse` makes of it. */
  get(path: string, text: string, parse: () => ts.SourceFile): ts.SourceFile;
  /** Keeps the files that were parsed since the last call. To be called when the compiler has bound them all. */
  keep(): void;
}

// Of the whole process: the declarations of the runtime are the same for every project, and most of what a program parses.
const known = new Map<string, ts.SourceFile>();

/** The files that one program shares with those before and after it. All programs must have the same compiler options. */
export function sharedFiles(): SharedFiles {
  const fresh = new Map<string, ts.SourceFile>();
  return {
    get: (path, text, parse) => {
      const file = known.get(path);
      if (file?.text === text) return file;
      const parsed = parse();
      fresh.set(path, parsed);
      return parsed;
    },
    keep: () => {
      // Not before: work that is ended half-way leaves a file half bound, and no later program would bind the rest.
      for (const [path, file] of fresh) known.set(path, file);
      fresh.clear();
    },
  };
}
