import { isStackOverflow } from '../json/limits.js';

// Minimum length in characters: a shorter part costs less memory than searching for an equal one.
const worthwhile = 64;
// `JSON.parse` itself returns equal texts of at most ten characters only once.
const shortText = 10;
// Maximum number of different texts at one place that are compared.
const mostTexts = 512;
// After this many attempts at a place, at least one in this many must have succeeded.
const trials = 256;
const oneIn = 4;
// An object with more places than this is used as a table, not as a kind.
const mostPlaces = 1024;
// Deeper parts are not shared.
const deepest = 8;

/**
 * Stores equal parts of objects, such as the containers of a Deployment's Pods, only once: all objects of a kind are in
 * memory, and most of their content is repeated. Use it only for objects that are frozen afterwards.
 */
export class SharedParts {
  readonly #root = new Place({ left: mostPlaces });

  /** Replaces fields of `metadata`, `spec`, `status` and others with equal fields of an earlier object. */
  share<T extends object>(object: T): T {
    shareIn(object, this.#root, 0);
    return object;
  }
}

/** Replaces the parts of an object or a list. Parts that are equal to earlier ones are replaced as a whole. */
function shareIn(whole: object, place: Place, depth: number): void {
  if (depth > deepest || Object.isFrozen(whole)) return;
  const values = whole as Record<string, unknown>;
  const isList = Array.isArray(whole);
  for (const key of Object.keys(values)) {
    const value = values[key];
    if (typeof value === 'string' ? value.length <= shortText : !isObject(value)) continue;
    // All items of a list belong to one place.
    const own = place.at(isList ? '[]' : key);
    if (own === undefined) return;
    if (typeof value === 'string') {
      values[key] = own.text(value);
      continue;
    }
    const part = value as object;
    // Fields of `spec`, but neither `spec` itself nor the content of these fields, which is hardly ever equal.
    const found = depth === 1 ? own.part(part) : part;
    if (found === part) shareIn(part, own, depth + 1);
    else values[key] = found;
  }
}

/** A place in the objects of a kind, such as `spec.containers`. */
class Place {
  readonly #places = new Map<string, Place>();
  readonly #limit: { left: number };
  #texts: EqualTexts | undefined;
  #parts: EqualParts | undefined;

  /** @param limit shared by all places of a kind */
  constructor(limit: { left: number }) {
    this.#limit = limit;
  }

  /** Returns the place below this one; undefined if there are too many. */
  at(key: string): Place | undefined {
    let found = this.#places.get(key);
    if (found === undefined && this.#limit.left > 0) {
      this.#limit.left -= 1;
      this.#places.set(key, (found = new Place(this.#limit)));
    }
    return found;
  }

  text(text: string): string {
    return (this.#texts ??= new EqualTexts()).find(text);
  }

  part(part: object): object {
    return (this.#parts ??= new EqualParts()).find(part);
  }
}

/** Texts at one place, such as an image or a creation time that many objects share. */
class EqualTexts {
  readonly #known = new Map<string, string>();
  #asked = 0;
  #found = 0;

  /** Returns an equal text, or the text itself if there is none or texts at this place are hardly ever equal. */
  find(text: string): string {
    if (this.#asked >= trials && this.#found * oneIn < this.#asked) {
      this.#known.clear();
      return text;
    }
    this.#asked += 1;
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#found += 1;
      return known;
    }
    if (this.#known.size >= mostTexts) this.#known.clear();
    this.#known.set(text, text);
    return text;
  }
}

/** Parts at one place that are in use. */
class EqualParts {
  readonly #known = new Map<number, WeakRef<object>>();
  #asked = 0;
  #found = 0;
  #sweepAt = 1024;

  /** Returns an equal part if there is one and the search is worthwhile; otherwise, the part itself. */
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
