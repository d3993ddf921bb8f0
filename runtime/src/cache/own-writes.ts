import { ChangedReads, type OwnRead } from './changed-reads.js';
import { Flights, type Flight, type Identity } from './flights.js';

/** What is known of a state. */
type MaybeIdentity = { readonly [Part in keyof Identity]?: string | undefined };

/** What the API server answered to this very process about one object, as a mirror understands it. */
export type Answer<T> =
  /** It is stored, and is part of what is mirrored. Without the object: what it is like has to be asked. */
  | { readonly type: 'stored'; readonly id: Identity; readonly object: T | undefined }
  /** It is deleted; or, in the version that is named, no longer selected by what the mirror selects. */
  | { readonly type: 'gone'; readonly uid: string; readonly resourceVersion?: string }
  /** A live read found nothing. */
  | { readonly type: 'absent' }
  /** It has changed, or may have: what it is like now has to be asked. With a uid: unless the stream shows it to be gone. */
  | { readonly type: 'unknown'; readonly uid?: string };

/** What was answered and has not been shown yet. */
interface Expected<T> {
  readonly type: 'stored' | 'gone' | 'unknown';
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly object: T | undefined;
  readonly answered: number;
  /** Milliseconds, of the caller's clock. */
  readonly since: number;
}

export interface OwnWritesOptions {
  /** What the stream has shown last of a key; undefined where that was a deletion, or nothing. */
  readonly mirrored: (key: string) => Identity | undefined;
  /** Whether the stream leaves objects out: it calls deleted what is only not selected any more, and may come back. */
  readonly selective: boolean;
  /** The most keys that are remembered. */
  readonly most: () => number;
  /** Called when more than `most` would have to be remembered: all are forgotten, and only a list can tell what they are. */
  readonly overflowed: () => void;
}

/**
 * Knows which of our own writes a stream of changes has yet to show, so that no read is older than they are. It rests on
 * two facts. The stream shows every state of an object, in order; so a state that is answered, and was not shown since
 * its write began, is still to come. And what begins after an answer comes after what was answered. Where neither tells
 * the order, a live read does. Versions are compared for equality, never for order, and nothing is waited for.
 */
export class OwnWrites<T> {
  /** What becomes of reads that were answered with a write of our own. */
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

  /** A write or a live read is about to leave; without a key where it is not known which objects it is about. */
  begin(key: string | undefined): Flight {
    return this.#flights.begin(key, this.tick());
  }

  /** The flight is over, and everything that it came to was said. */
  end(flight: Flight): void {
    this.#flights.end(flight);
  }

  /** A moment, to be compared with those of flights and answers. */
  tick(): number {
    return (this.#tick += 1);
  }

  /** What a flight that has not ended came to, for one object. `now` in milliseconds. */
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
    // What was answered before this flight began is of the past now; of the others nobody knows which is later.
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
        // What is not selected need never be shown: it may be older than what was shown meanwhile.
        const isOld = deleted ? this.#selective && mirrored !== undefined && mirrored.uid !== uid : true;
        const isUnclear = listed || (seen !== undefined && isOld);
        this.#set(key, isOver ? others : [...others, expect(isUnclear ? 'unknown' : 'gone', answer)]);
        return;
      }
      case 'absent': {
        // What the stream has shown meanwhile may be newer than the answer.
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

  /** The stream shows a state. To be called before the mirror takes it over. */
  shown(key: string, id: Identity): void {
    const mirrored = this.#mirrored(key);
    this.#flights.shown(key, [mirrored, id]);
    const expected = this.#expected.get(key);
    if (expected === undefined) return;
    // Something comes where nothing was to be any more: whether it is older or newer than that, nobody knows.
    const isNew = mirrored?.uid !== id.uid;
    const isUnclear = ({ type, uid }: Expected<T>): boolean =>
      type === 'gone' && isNew && (this.#selective || uid !== id.uid);
    const rest = expected.filter((each) => !isSame(each, id));
    this.#set(
      key,
      rest.map((each) => (isUnclear(each) ? { ...each, type: 'unknown' } : each)),
    );
  }

  /** The stream shows that an object is gone. To be called before the mirror takes it over. */
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
   * Everything was listed. To be called before the mirror takes it over.
   * @param requested the moment when the list was asked for: what was answered before that is in it
   * @param listed what the list has of a key
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

  /** The versions of a key that were answered and have yet to be shown. */
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

  /** How many keys are remembered. */
  get size(): number {
    return this.#expected.size;
  }

  /** Keys of which a read differs, or may differ, from what is mirrored. */
  keys(): IterableIterator<string> {
    return this.#expected.keys();
  }

  /**
   * Keys whose states should have been shown long since: the stream has caught up, and was silent about them. A stream
   * that leaves states out would hide them for ever; they have to be asked for. What makes no difference is forgotten.
   * @param since milliseconds: only what was answered before counts
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
