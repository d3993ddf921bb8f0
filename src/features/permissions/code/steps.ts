import type { ts } from '../../../language/compiler/compiler.js';

/** Most values that are followed for one question: more are treated as unknown. */
const most = 2000;

/** Most steps into each other: more exceed the stack. */
const deepest = 400;

/** State that a search shares with those that it is a part of. */
class Shared {
  /** Nodes that are being followed now. */
  readonly active = new Set<string>();
  steps = 0;
  cycles = 0;
  isUnused = false;
}

/** The steps of one search: none is taken twice, and there are limits. */
export class Steps {
  readonly #shared: Shared;
  readonly #seen = new Set<string>();

  constructor(shared = new Shared()) {
    this.#shared = shared;
  }

  /** Returns the steps of a search that is a part of this one. */
  forPart(): Steps {
    return new Steps(this.#shared);
  }

  /** Whether something comes from a parameter of a function that nothing calls. */
  get isUnused(): boolean {
    return this.#shared.isUnused;
  }

  set isUnused(isUnused: boolean) {
    this.#shared.isUnused = isUnused;
  }

  /** Number of steps that were left out because they are being taken: something comes from itself. */
  get cycles(): number {
    return this.#shared.cycles;
  }

  /**
   * Follows a node unless that is done already: names of a recursive function refer to themselves.
   * @returns false if a limit is exceeded
   */
  take(what: string, node: ts.Node, follow: () => void): boolean {
    const key = `${what} ${node.getSourceFile().fileName} ${node.pos} ${node.end}`;
    const { active } = this.#shared;
    if (this.#seen.has(key)) return true;
    if (active.has(key)) {
      this.#shared.cycles += 1;
      return true;
    }
    this.#shared.steps += 1;
    if (this.#shared.steps > most || active.size === deepest) return false;
    this.#seen.add(key);
    active.add(key);
    follow();
    active.delete(key);
    return true;
  }
}
