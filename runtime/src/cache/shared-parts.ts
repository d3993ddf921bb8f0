import { isStackOverflow } from '../json/limits.js';

// Minimum length in characters: a shorter part costs less memory than searching for an equal one.
const worthwhile = 64;
// After this many attempts for parts of a name, one in so many must have been found.
const trials = 256;
const oneIn = 4;
// More names than this belong to an object that is used as a table, not to a kind.
const mostNames = 256;

/**
 * Stores equal parts of objects, such as the containers of a Deployment's Pods, only once: all objects of a kind are in
 * memory, and most of their content is repeated. Use it only for objects that are frozen afterwards.
 */
export class SharedParts {
  readonly #parts = new Map<string, EqualParts>();

  /** Replaces fields of `metadata`, `spec`, `status` and others by equal fields of an earlier object. */
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

/** Parts of one name that are in use. */
class EqualParts {
  readonly #known = new Map<number, WeakRef<object>>();
  #asked = 0;
  #found = 0;
  #sweepAt = 1024;

  /** Returns an equal part, if the search is worthwhile; otherwise, or for the first one, the part itself. */
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

/** Returns undefined if the part is nested too deeply; an equal one is unlikely. */
function textOf(part: object): string | undefined {
  try {
    return JSON.stringify(part);
  } catch (error) {
    if (isStackOverflow(error)) return undefined;
    throw error;
  }
}

/** Returns the 32-bit FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
