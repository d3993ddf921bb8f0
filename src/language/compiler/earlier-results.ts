import type { ImportFiles } from './import-files.js';

/** A result, and the answers that it depends on. */
interface Earlier<Result> {
  readonly key: string;
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly realPaths: ReadonlyMap<string, string>;
  readonly result: Result;
}

/** Work that notes what it reads. */
export interface NotedWork<Result> {
  readonly files: ImportFiles;
  /** Keeps the result. To be called when the work has read everything. */
  keep(result: Result): void;
}

/** The most results of one kind of work: for the project before and after a change, and as it is with a part of the change. */
const mostKept = 16;

/**
 * Results of the work of the compiler in this process. A command asks for the same several times: before its change, after
 * it, and for each check. All callers share a result, so nobody changes it.
 */
export class EarlierResults<Result> {
  #kept: readonly Earlier<Result>[] = [];

  /**
   * Returns the result of earlier work for which all files were as they are now; undefined if there is none.
   * @param key the input of the work beside the files
   */
  find(key: string, files: ImportFiles): Result | undefined {
    const found = this.#kept.find((each) => each.key === key && isUnchanged(each, files));
    return found?.result;
  }

  /** Returns files that note what is read of them, for work that was not done yet. */
  note(key: string, { read, realpath }: ImportFiles): NotedWork<Result> {
    const texts = new Map<string, string | undefined>();
    const realPaths = new Map<string, string>();
    const noted =
      <T>(answers: Map<string, T>, ask: (path: string) => T) =>
      (path: string): T => {
        const answer = ask(path);
        answers.set(path, answer);
        return answer;
      };
    return {
      files: { read: noted(texts, read), realpath: noted(realPaths, realpath) },
      keep: (result) => {
        this.#kept = [{ key, texts, realPaths, result }, ...this.#kept].slice(0, mostKept);
      },
    };
  }
}

/** Reports whether all files are as earlier work has found them. */
function isUnchanged({ texts, realPaths }: Earlier<unknown>, { read, realpath }: ImportFiles): boolean {
  try {
    return (
      [...texts].every(([path, text]) => read(path) === text) &&
      [...realPaths].every(([path, real]) => realpath(path) === real)
    );
  } catch {
    // A file that is refused is reported by the work itself.
    return false;
  }
}
