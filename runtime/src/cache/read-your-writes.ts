import type { KubernetesObject } from '../api/object.js';
import type { Stored } from '../client/stored.js';
import type { ObjectKey } from '../client/resource-path.js';
import type { WriteOutcome } from '../client/write-observer.js';
import { unlessAborted } from '../timing/wait.js';
import type { Shared } from './cache-event.js';
import { eventsOf } from './changed-reads.js';
import type { Flight } from './flights.js';
import { isIn, keyText, parseKey } from './object-key.js';
import { OwnWrites, type Answer } from './own-writes.js';
import { once } from './once.js';
import type { ReadYourWritesParts } from './read-your-writes-parts.js';

// More objects than this are read with a single list.
const fewKeys = 8;
// Milliseconds after which a stream that has not shown an answered state is assumed to have omitted it.
const patience = 10_000;
// Limits of the own writes to remember until the stream shows them; in between, the number of objects. A stream that is
// further behind has to be relisted, which costs about as much as the objects.
const fewestRemembered = 1000;
const mostRemembered = 10_000;
// An object that changes so often that no read is conclusive indicates a bug.
const attempts = 10;

/** Overlays a mirror with the writes of this process that it does not show yet. */
export class ReadYourWrites<T extends KubernetesObject> {
  /** Objects are created on their first read, because the stream usually shows them before anyone reads them. */
  readonly own: OwnWrites<() => Shared<T> | undefined>;
  readonly #parts: ReadYourWritesParts<T>;
  readonly #asking = new Map<string, Promise<void>>();
  /** Scopes whose writes were forgotten, and when: only a list requested later is certain to contain them. */
  readonly #forgotten = new Map<string | undefined, number>();

  constructor(parts: ReadYourWritesParts<T>) {
    this.#parts = parts;
    const { mirrored, selective, size } = parts;
    this.own = new OwnWrites({
      mirrored: (key) => mirrored(parseKey(key))?.metadata,
      selective,
      most: () => Math.min(Math.max(fewestRemembered, size()), mostRemembered),
      overflowed: () => this.#forget(),
    });
  }

  /**
   * Records that a write is about to be sent. Returns a function to call with its outcome.
   * @param isSameVersion whether the write uses the same API version as the mirror
   */
  begin({ namespace, name }: Partial<ObjectKey>, isSameVersion: boolean): (outcome: WriteOutcome) => void {
    const key = name === undefined ? undefined : keyText({ namespace, name });
    const flight = this.own.begin(key);
    return (outcome) => {
      this.#answered(flight, namespace, outcome, isSameVersion);
      this.own.end(flight);
      this.tellChanged();
    };
  }

  /**
   * Notifies handlers of keys whose reads have changed because an own write turned out to be none, or to be older than
   * the stream. Reconcilers that acted on the earlier read and received no event since then run again.
   */
  tellChanged(): void {
    // The pending list will report most of them.
    if (this.own.changed.isEmpty || this.#forgotten.size > 0) return;
    for (const [key, before] of this.own.changed.take()) {
      for (const event of eventsOf(before?.(), this.get(parseKey(key)))) this.#parts.tell(event);
    }
  }

  get(key: ObjectKey): Shared<T> | undefined {
    const read = this.own.read(keyText(key));
    if (read.type === 'stored') return read.object();
    return read.type === 'absent' ? undefined : this.#parts.mirrored(key);
  }

  /**
   * Yields the mirrored objects, updated with own writes.
   * @param mirrored objects in the mirror
   * @param suits reports whether to include an object that the mirror does not have yet
   */
  *overlay(
    mirrored: Iterable<Shared<T>>,
    namespace: string | undefined,
    suits: (object: Shared<T>) => boolean = () => true,
  ): Generator<Shared<T>> {
    const hidden = new Set<Shared<T>>();
    const added: Shared<T>[] = [];
    for (const key of this.own.keys()) {
      const read = isIn(key, namespace) ? this.own.read(key) : undefined;
      if (read?.type !== 'stored' && read?.type !== 'absent') continue;
      const old = this.#parts.mirrored(parseKey(key));
      if (old !== undefined) hidden.add(old);
      const object = read.type === 'stored' ? read.object() : undefined;
      if (object !== undefined && suits(object)) added.push(object);
    }
    for (const object of mirrored) if (!hidden.has(object)) yield object;
    yield* added;
  }

  /** Returns what to wait for before reading a key or a namespace; usually undefined. */
  settled(target: ObjectKey | string | undefined, signal?: AbortSignal): Promise<void> | undefined {
    const forgotten = this.#relisted(typeof target === 'object' ? target.namespace : target);
    if (forgotten !== undefined) return signal === undefined ? forgotten : unlessAborted(forgotten, signal);
    const keys =
      typeof target === 'object' ? [keyText(target)] : [...this.own.keys()].filter((key) => isIn(key, target));
    const unclear = keys.filter((key) => this.own.read(key).type === 'ask');
    if (unclear.length === 0) return undefined;
    const asked = this.#askAll(unclear, typeof target === 'object' ? target.namespace : target);
    return signal === undefined ? asked : unlessAborted(asked, signal);
  }

  /**
   * Reads the states that the stream should have shown and has not, once it has apparently caught up with the server.
   * If it has omitted existing objects, the scope is listed, because a stream that never shows them would keep them
   * remembered forever.
   */
  async caughtUp(scope: string | undefined): Promise<void> {
    const overdue = this.own.overdue(performance.now() - patience).filter((key) => isIn(key, scope));
    this.tellChanged();
    if (overdue.length === 0) return;
    if (overdue.length > fewKeys) return this.#parts.relist(scope);
    const missing = new Map(overdue.map((key) => [key, this.own.missing(key)]));
    await this.#askAll(overdue, scope);
    const isLeftOut = (key: string): boolean => this.own.missing(key).some((each) => missing.get(key)!.includes(each));
    if (overdue.some(isLeftOut)) await this.#parts.relist(scope);
  }

  /**
   * Records that a scope was listed.
   * @param requested logical time at which the list was requested
   */
  listed(scope: string | undefined, requested: number): void {
    const since = this.#forgotten.get(scope);
    if (since !== undefined && since < requested) this.#forgotten.delete(scope);
  }

  /** Forgets writes beyond the limit: reads wait for a list that contains all of them. */
  #forget(): void {
    const now = this.own.tick();
    for (const scope of this.#parts.scopes) {
      this.#forgotten.set(scope, now);
      // Reads in the meantime get the error, and the reflector logs it.
      this.#parts.relist(scope).catch(() => undefined);
    }
  }

  /** Returns the list to wait for before reading a namespace, or all of them, if writes were forgotten. */
  #relisted(namespace: string | undefined): Promise<void> | undefined {
    const scopes = [...this.#forgotten.keys()].filter(
      (scope) => scope === undefined || namespace === undefined || scope === namespace,
    );
    if (scopes.length === 0) return undefined;
    return Promise.all(scopes.map((scope) => this.#parts.relist(scope))).then(() => undefined);
  }

  #answered(flight: Flight, namespace: string | undefined, outcome: WriteOutcome, isSameVersion: boolean): void {
    const now = performance.now();
    const say = (key: string, answer: Answer<() => Shared<T> | undefined>): void =>
      this.own.answered(flight, key, answer, now);
    if (outcome.type === 'nothing') return;
    if (outcome.type === 'stored') {
      say(keyText(outcome.object.metadata), this.#answerOf(outcome, isSameVersion));
      return;
    }
    if (flight.key !== undefined) {
      const uid = outcome.type === 'gone' ? outcome.uid : undefined;
      say(flight.key, uid === undefined ? { type: 'unknown' } : { type: 'gone', uid });
      return;
    }
    // Many objects may have changed, and it is unknown which.
    for (const { metadata } of this.#parts.list(namespace))
      say(keyText(metadata), { type: 'unknown', uid: metadata.uid });
    for (const each of this.own.keys()) if (isIn(each, namespace)) say(each, { type: 'unknown' });
  }

  #answerOf(
    { object, copy }: WriteOutcome & { type: 'stored' },
    isSameVersion: boolean,
  ): Answer<() => Shared<T> | undefined> {
    const { uid, resourceVersion } = object.metadata;
    const id = { uid, resourceVersion };
    const isSelected = this.#parts.selects(object);
    if (isSelected === false) return { type: 'gone', ...id };
    const isKnown = isSelected === true && isSameVersion;
    return { type: 'stored', id, object: isKnown ? once(() => this.#parts.prepare(copy() as Stored<T>)) : undefined };
  }

  async #askAll(keys: readonly string[], namespace: string | undefined): Promise<void> {
    if (keys.length <= fewKeys) await Promise.all(keys.map((key) => this.#ask(key)));
    else await this.#askAtOnce(keys, namespace);
    for (const key of keys) if (this.own.read(key).type === 'ask') await this.#ask(key);
  }

  /** Reads a key from the server once, no matter how many callers wait for it. */
  #ask(key: string): Promise<void> {
    const running = this.#asking.get(key) ?? this.#askUntilClear(key).finally(() => this.#asking.delete(key));
    this.#asking.set(key, running);
    return running;
  }

  async #askUntilClear(key: string): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const flight = this.own.begin(key);
      try {
        this.#found(flight, key, await this.#parts.live().get(parseKey(key)));
      } finally {
        this.own.end(flight);
      }
      this.tellChanged();
      if (this.own.read(key).type !== 'ask') return;
    }
    throw new Error(`${this.#parts.label} ${key}: changes too often to be read`);
  }

  async #askAtOnce(keys: readonly string[], namespace: string | undefined): Promise<void> {
    const flight = this.own.begin(undefined);
    try {
      const items = new Map((await this.#parts.live().list(namespace)).map((item) => [keyText(item.metadata), item]));
      for (const key of keys) this.#found(flight, key, items.get(key));
    } finally {
      this.own.end(flight);
    }
    this.tellChanged();
  }

  #found(flight: Flight, key: string, object: Stored<T> | undefined): void {
    const { uid, resourceVersion } = object?.metadata ?? {};
    const prepared = object && this.#parts.prepare(object);
    const answer: Answer<() => Shared<T> | undefined> =
      prepared === undefined
        ? { type: 'absent' }
        : { type: 'stored', id: { uid: uid!, resourceVersion: resourceVersion! }, object: () => prepared };
    this.own.answered(flight, key, answer, performance.now());
  }
}
