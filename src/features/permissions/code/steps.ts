import type { ts } from '../../../language/compiler/compiler.js';

/** Maximum number of values that are followed for one question. If there are more, the result is unknown. */
const most = 2000;

/** Maximum depth of steps, which the stack must hold. */
const deepest = 400;

/** State that a search shares with the searches that contain it. */
class Shared {
  /** Nodes that are being followed now. */
  readonly active = new Set<string>();
  steps = 0;
  cycles = 0;
  isUnused = false;
}

/** The steps of a search: none is taken twice, and their number is limited. */
export class Steps {
  readonly #shared: Shared;
  readonly #seen = new Set<string>();

  constructor(shared = new Shared()) {
    this.#shared = shared;
  }

  /** Returns the steps of a search that is part of this one. */
  forPart(): Steps {
    return new Steps(this.#shared);
  }

  /** Whether something comes from a parameter of a function that is never called. */
  get isUnused(): boolean {
    return this.#shared.isUnused;
  }

  set isUnused(isUnused: boolean) {
    this.#shared.isUnused = isUnused;
  }

  /** Number of steps that were omitted because they are in progress: a value depends on itself. */
  get cycles(): number {
    return this.#shared.cycles;
  }

  /**
   * Follows a node unless it was already followed: names in a recursive function refer to themselves.
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
