import { ChangedReads, type OwnRead } from './changed-reads.js';
import { Flights, type Flight, type Identity } from './flights.js';

/** Known parts of an identity. */
type MaybeIdentity = { readonly [Part in keyof Identity]?: string | undefined };

/** Answer of the API server to this process about one object, from the view of a mirror. */
export type Answer<T> =
  /** The object is stored and mirrored. Without the object, its content has to be read. */
  | { readonly type: 'stored'; readonly id: Identity; readonly object: T | undefined }
  /** The object is deleted; or, in the given version, no longer selected by the mirror. */
  | { readonly type: 'gone'; readonly uid: string; readonly resourceVersion?: string }
  /** A live read found no object. */
  | { readonly type: 'absent' }
  /** The object has changed, or may have, and has to be read. With a uid: unless the stream shows that it is gone. */
  | { readonly type: 'unknown'; readonly uid?: string };

/** Answered state that the stream has not shown yet. */
interface Expected<T> {
  readonly type: 'stored' | 'gone' | 'unknown';
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly object: T | undefined;
  readonly answered: number;
  /** Milliseconds on the clock of the caller. */
  readonly since: number;
}

export interface OwnWritesOptions {
  /** Returns the state of a key that the stream has shown last; undefined after a deletion, or if there was none. */
  readonly mirrored: (key: string) => Identity | undefined;
  /** Whether the stream is filtered: an object that is no longer selected looks deleted, and may come back. */
  readonly selective: boolean;
  /** Returns the maximum number of remembered keys. */
  readonly most: () => number;
  /**
   * Called when more than `most` keys would have to be remembered: all are forgotten, and only a list can restore their
   * states.
   */
  readonly overflowed: () => void;
}

/**
 * Tracks which of the client's own writes a stream of changes has not shown yet, so that no read is older than these
 * writes. It relies on two facts. The stream shows every state of an object in order, so an answered state that was not
 * shown since its write began is still to come. And a request that begins after an answer follows what was answered. If
 * neither determines the order, a live read does. Versions are compared only for equality, never for order, and nothing
 * is waited for.
 */
export class OwnWrites<T> {
  /** Reads that returned one of the client's own writes and have changed since. */
  readonly changed = new ChangedReads<T>();
  readonly #mirrored: OwnWritesOptions['mirrored'];
  readonly #selective: boolean;
  readonly #most: OwnWritesOptions['most'];
  readonly #overflowed: OwnWritesOptions['overflowed'];
  readonly #expected = new Map<string, readonly Expected<T>[]>();
  readonly #flights = new Flights();
  #tick = 0;

  constructor({ mirrored, selective, most, overflowed }: OwnWritesOptions) {
    this.#mirrored = mirrored;
    this.#selective = selective;
    this.#most = most;
    this.#overflowed = overflowed;
  }

  /** Starts a write or a live read that is about to be sent; without a key if the affected objects are unknown. */
  begin(key: string | undefined): Flight {
    return this.#flights.begin(key, this.tick());
  }

  /** Ends a flight after all its results have been recorded. */
  end(flight: Flight): void {
    this.#flights.end(flight);
  }

  /** Returns a logical time that is comparable with those of flights and answers. */
  tick(): number {
    return (this.#tick += 1);
  }

  /** Records the result of a flight in progress for one object. `now` is in milliseconds. */
  answered(flight: Flight, key: string, answer: Answer<T>, now: number): void {
    const before = this.#expected.get(key) ?? [];
    const seen = flight.seen.get(key);
    const mirrored = this.#mirrored(key);
    const listed = flight.listed || seen?.listed === true;
    const isShown = (id: Identity): boolean =>
      isSame(mirrored, id) || seen?.versions.has(id.resourceVersion) === true || isDeleted(id.uid);
    const isDeleted = (uid: string): boolean => !this.#selective && seen?.deleted.has(uid) === true;
    const expect = (type: Expected<T>['type'], { uid, resourceVersion }: MaybeIdentity, more = {}): Expected<T> => {
      const always = { object: undefined, answered: this.tick(), since: now };
      return { type, uid, resourceVersion, ...always, ...more };
    };
    // Answers from before this flight began are outdated now; the order of the others is unknown.
    const earlier = before.filter(({ answered }) => answered < flight.began);
    const others = before.filter(({ answered }) => answered > flight.began);

    switch (answer.type) {
      case 'stored': {
        const { id, object } = answer;
        const isKnown = object !== undefined && !listed;
        if (isShown(id)) this.#set(key, others);
        else this.#set(key, [...others, expect(isKnown ? 'stored' : 'unknown', id, { object })]);
        return;
      }
      case 'gone': {
        const { uid, resourceVersion } = answer;
        const deleted = resourceVersion === undefined;
        const isOver = deleted ? isDeleted(uid) : isShown({ uid, resourceVersion });
        // An object that is not selected may never be shown: it can be older than what was shown in the meantime.
        const isOld = deleted ? this.#selective && mirrored !== undefined && mirrored.uid !== uid : true;
        const isUnclear = listed || (seen !== undefined && isOld);
        this.#set(key, isOver ? others : [...others, expect(isUnclear ? 'unknown' : 'gone', answer)]);
        return;
      }
      case 'absent': {
        // What the stream has shown in the meantime may be newer than the answer.
        const isUnclear = mirrored !== undefined && (seen !== undefined || listed);
        const uids = new Set([...earlier, mirrored].map((each) => each?.uid));
        const gone = [...uids].filter((uid) => uid !== undefined && !isDeleted(uid));
        if (mirrored === undefined) this.changed.vanished(key);
        this.#set(key, [
          ...others,
          ...(isUnclear ? [expect('unknown', {})] : gone.map((uid) => expect('gone', { uid }))),
        ]);
        return;
      }
      case 'unknown': {
        const rest = before.filter(({ type, uid }) => type !== 'unknown' || uid !== undefined);
        this.#set(key, [...rest, expect('unknown', answer)]);
        return;
      }
    }
  }

  /** Records that the stream shows a state. Call it before the mirror stores the state. */
  shown(key: string, id: Identity): void {
    const mirrored = this.#mirrored(key);
    this.#flights.shown(key, [mirrored, id]);
    const expected = this.#expected.get(key);
    if (expected === undefined) return;
    // The stream shows an object after its deletion was answered; whether this state is older or newer is unknown.
    const isNew = mirrored?.uid !== id.uid;
    const isUnclear = ({ type, uid }: Expected<T>): boolean =>
      type === 'gone' && isNew && (this.#selective || uid !== id.uid);
    const rest = expected.filter((each) => !isSame(each, id));
    this.#set(
      key,
      rest.map((each) => (isUnclear(each) ? { ...each, type: 'unknown' } : each)),
    );
  }

  /** Records that the stream shows a deletion. Call it before the mirror removes the object. */
  removed(key: string, id: Identity): void {
    this.#flights.shown(key, [this.#mirrored(key), id], id.uid);
    const expected = this.#expected.get(key);
    if (expected === undefined) return;
    const isOver = (each: Expected<T>): boolean => isSame(each, id) || (!this.#selective && each.uid === id.uid);
    this.#set(
      key,
      expected.filter((each) => !isOver(each)),
    );
  }

  /**
   * Records that everything was listed. Call it before the mirror stores the list.
   * @param requested logical time at which the list was requested: everything answered before is in it
   * @param listed returns the listed state of a key
   */
  listed(requested: number, inScope: (key: string) => boolean, listed: (key: string) => Identity | undefined): void {
    const isUnchanged = (key: string): boolean => isSame(this.#mirrored(key), listed(key));
    this.#flights.listed(inScope, isUnchanged);
    for (const key of this.#flights.keys().filter(inScope)) {
      this.#flights.shown(key, [this.#mirrored(key), listed(key)]);
    }
    for (const [key, expected] of [...this.#expected].filter(([each]) => inScope(each))) {
      const rest = expected.filter((each) => each.answered > requested && !isSame(each, listed(key)));
      this.#set(key, isUnchanged(key) ? rest : rest.map((each) => ({ ...each, type: 'unknown' })));
    }
  }

  /** Returns the versions of a key that were answered and not shown yet. */
  missing(key: string): readonly string[] {
    return (this.#expected.get(key) ?? []).flatMap(({ resourceVersion }) => resourceVersion ?? []);
  }

  read(key: string): OwnRead<T> {
    const expected = this.#expected.get(key);
    if (expected === undefined) return { type: 'mirrored' };
    if (expected.every(({ type }) => type === 'gone')) return { type: 'absent' };
    const [only] = expected;
    if (expected.length > 1 || only?.type !== 'stored') return { type: 'ask' };
    return { type: 'stored', object: only.object! };
  }

  /** Number of remembered keys. */
  get size(): number {
    return this.#expected.size;
  }

  /** Returns the keys whose reads differ, or may differ, from the mirror. */
  keys(): IterableIterator<string> {
    return this.#expected.keys();
  }

  /**
   * Returns the keys whose states are overdue: the stream has caught up without showing them. A stream that omits
   * states would hide them forever, so they have to be read. States that make no difference are forgotten.
   * @param since milliseconds: only earlier answers count
   */
  overdue(since: number): string[] {
    const late = [...this.#expected].filter(([, expected]) => expected.every((each) => each.since < since));
    return late
      .map(([key]) => key)
      .filter((key) => {
        const makesNoDifference = this.read(key).type === 'absent' && this.#mirrored(key) === undefined;
        if (makesNoDifference) this.#set(key, []);
        return !makesNoDifference;
      });
  }

  #set(key: string, expected: readonly Expected<T>[]): void {
    if (expected.length === 0) this.#expected.delete(key);
    else this.#expected.set(key, expected);
    this.changed.reads(key, this.read(key));
    if (this.#expected.size <= this.#most()) return;
    this.#expected.clear();
    this.changed.clear();
    this.#overflowed();
  }
}

function isSame(one: MaybeIdentity | undefined, other: MaybeIdentity | undefined): boolean {
  return one?.resourceVersion !== undefined && one.resourceVersion === other?.resourceVersion && one.uid === other.uid;
}
