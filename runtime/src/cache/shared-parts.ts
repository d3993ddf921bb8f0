import { isStackOverflow } from '../json/limits.js';

// A part that is shorter, in characters, costs less than to find out whether there is one like it.
const worthwhile = 64;
// So many parts of one name are tried, and then one in so many has to have been there before.
const trials = 256;
const oneIn = 4;
// Names beyond these are of an object that is a table, and not of a kind.
const mostNames = 256;

/**
 * Keeps parts of objects that are equal, such as the containers of a Deployment's Pods, once: every object of a kind is in
 * memory, and most of what it says others say as well. To be used on what is frozen afterwards.
 */
export class SharedParts {
  readonly #parts = new Map<string, EqualParts>();

  /** Replaces fields of `metadata`, `spec`, `status` and the like by those of an earlier object that are equal. */
  share<T extends object>(object: T): T {
    for (const [section, value] of Object.entries(object)) {
      if (!isObject(value) || Array.isArray(value) || Object.isFrozen(value)) continue;
      for (const field of Object.keys(value)) {
        const part = value[field];
        if (isObject(part)) value[field] = this.#of(`${section}.${field}`)?.find(part) ?? part;
      }
    }
    return object;
  }

  #of(name: string): EqualParts | undefined {
    let found = this.#parts.get(name);
    if (found === undefined && this.#parts.size < mostNames) this.#parts.set(name, (found = new EqualParts()));
    return found;
  }
}

/** The parts of one name that are in use somewhere. */
class EqualParts {
  readonly #known = new Map<number, WeakRef<object>>();
  #asked = 0;
  #found = 0;
  #sweepAt = 1024;

  /** One that is equal, if it is worth the search: the first of them itself. */
  find(part: object): object {
    if (this.#asked >= trials && this.#found * oneIn < this.#asked) {
      this.#known.clear();
      return part;
    }
    const text = textOf(part);
    if (text === undefined || text.length < worthwhile) return part;
    this.#asked += 1;
    const hash = hashOf(text);
    const there = this.#known.get(hash)?.deref();
    if (there !== undefined && textOf(there) === text) {
      this.#found += 1;
      return there;
    }
    this.#known.set(hash, new WeakRef(part));
    if (this.#known.size > this.#sweepAt) this.#sweep();
    return part;
  }

  #sweep(): void {
    for (const [hash, each] of this.#known) if (each.deref() === undefined) this.#known.delete(hash);
    this.#sweepAt = Math.max(1024, this.#known.size * 2);
  }
}

/** Undefined where the part is nested too deeply to be looked for: hardly anything else will be like it. */
function textOf(part: object): string | undefined {
  try {
    return JSON.stringify(part);
  } catch (error) {
    if (isStackOverflow(error)) return undefined;
    throw error;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
