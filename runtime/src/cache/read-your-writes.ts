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

// More objects than these are asked for with one list.
const fewKeys = 8;
// Milliseconds that a stream gets to show what was answered, before it is taken to have left it out.
const patience = 10_000;
// So many of our own writes are remembered until the stream shows them, or as many as there are objects: a stream that is so
// far behind has to be listed anew, which costs as much as the objects do.
const fewestRemembered = 1000;
const mostRemembered = 10_000;
// Objects that change so often that no read is certain: something is wrong.
const attempts = 10;

/** Lays over a mirror what this process wrote itself and the mirror does not show yet. */
export class ReadYourWrites<T extends KubernetesObject> {
  /** With objects that are made when they are first read: mostly the stream has shown them before anybody reads. */
  readonly own: OwnWrites<() => Shared<T> | undefined>;
  readonly #parts: ReadYourWritesParts<T>;
  readonly #asking = new Map<string, Promise<void>>();
  /** Scopes of which writes were forgotten, and when: only a list that is asked for later has them for certain. */
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
   * A write is about to leave. Answers what has to be called with its outcome.
   * @param isSameVersion whether what is written looks like what is mirrored
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
   * Tells of what is read in another way than before, because a write of our own turned out to be none, or to be older
   * than what the stream has shown: who has acted on that read, and heard of nothing since, looks again.
   */
  tellChanged(): void {
    // A list is about to come, and tells of most of them.
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
   * @param mirrored what the mirror has
   * @param suits whether an object that the mirror does not have yet is to be among them
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

  /** What has to be waited for before a key, or a namespace, is read; mostly nothing. */
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
   * The stream has caught up with the server, as far as can be told: asks for what it should have shown and has not. What is
   * there, and was left out, is listed: nothing is kept for a stream that will never show it.
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

  /** A scope was listed. @param requested the moment when the list was asked for */
  listed(scope: string | undefined, requested: number): void {
    const since = this.#forgotten.get(scope);
    if (since !== undefined && since < requested) this.#forgotten.delete(scope);
  }

  /** More was written than is remembered: reads wait for a list that has all of it. */
  #forget(): void {
    const now = this.own.tick();
    for (const scope of this.#parts.scopes) {
      this.#forgotten.set(scope, now);
      // Who reads meanwhile is told; and the reflector logs it.
      this.#parts.relist(scope).catch(() => undefined);
    }
  }

  /** What a read of a namespace, or of all, has to wait for where writes were forgotten. */
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
    // Many may have changed, and nobody knows which.
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

  /** However many want to know, one asks. */
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
