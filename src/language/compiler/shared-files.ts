import type { ts } from './compiler.js';

/** Source files that several programs have in common, by path. */
export interface SharedFiles {
  /** Returns the file of an earlier program if it has this text; otherwise the result of `parse`. */
  get(path: string, text: string, parse: () => ts.SourceFile): ts.SourceFile;
  /** Keeps the files that were parsed since the last call. Must be called after the compiler has bound them all. */
  keep(): void;
}

// Shared by the whole process: the declarations of the runtime are the same for every project, and make up most of what
// a program parses.
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
      // Not earlier: work that was interrupted leaves a file partly bound, and no later program would bind the rest.
      for (const [path, file] of fresh) known.set(path, file);
      fresh.clear();
    },
  };
}
