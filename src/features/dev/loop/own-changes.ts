/** Builds in a row during which a file has to change until it counts as written by the build. */
const builds = 5;
/** Milliseconds after a build in which a change can still be reported that was made during it. */
const late = 300;

/** Finds the files that a build writes into the sources, such as one with the version: each build would lead to the next one. */
export class OwnChanges {
  /** The last build during which a file has changed, and the number of those in a row. */
  readonly #changed = new Map<string, { readonly build: number; readonly count: number }>();
  #build = 0;
  #isBuilding = false;
  #endedAt = -Infinity;

  begin(): void {
    this.#build += 1;
    this.#isBuilding = true;
  }

  end(now: number): void {
    [this.#isBuilding, this.#endedAt] = [false, now];
  }

  /**
   * Returns the files whose changes lead to a build.
   * @param onFound is called with a file when it is found that builds write it
   */
  leading(paths: readonly string[], now: number, onFound: (path: string) => void): readonly string[] {
    if (!this.#isBuilding && now - this.#endedAt > late) {
      for (const each of paths) this.#changed.delete(each);
      return paths;
    }
    return paths.filter((path) => {
      const { build, count } = this.#changed.get(path) ?? { build: 0, count: 0 };
      const inRow = build === this.#build ? count : build === this.#build - 1 ? count + 1 : 1;
      this.#changed.set(path, { build: this.#build, count: inRow });
      if (inRow === builds && count < builds) onFound(path);
      return inRow < builds;
    });
  }
}
