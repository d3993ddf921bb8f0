import type { ImportFiles } from './import-files.js';

/** A result, and the answers that it depends on. */
interface Earlier<Result> {
  readonly key: string;
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly realPaths: ReadonlyMap<string, string>;
  readonly result: Result;
}

/** Work whose reads are recorded. */
export interface NotedWork<Result> {
  readonly files: ImportFiles;
  /** Stores the result. Must be called when the work has read everything. */
  keep(result: Result): void;
}

/** Maximum number of results of one kind of work: for the project before and after a change, and with a part of the change. */
const mostKept = 16;

/**
 * Results of the work of the compiler in this process. A command needs the same result several times: before its
 * change, after it, and for each check. All callers share a result, so nobody must change it.
 */
export class EarlierResults<Result> {
  #kept: readonly Earlier<Result>[] = [];

  /**
   * Returns the result of earlier work if all files were the same as now; undefined if there is none.
   * @param key the input of the work in addition to the files
   */
  find(key: string, files: ImportFiles): Result | undefined {
    const found = this.#kept.find((each) => each.key === key && isUnchanged(each, files));
    return found?.result;
  }

  /** Returns files that record what is read from them, for work that has not been done yet. */
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

/** Reports whether all files are the same as when earlier work read them. */
function isUnchanged({ texts, realPaths }: Earlier<unknown>, { read, realpath }: ImportFiles): boolean {
  try {
    return (
      [...texts].every(([path, text]) => read(path) === text) &&
      [...realPaths].every(([path, real]) => realpath(path) === real)
    );
  } catch {
    // A file that is rejected is reported by the work itself.
    return false;
  }
}
