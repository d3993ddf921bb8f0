import { numberAt, objectAt, objectsAt, textAt } from '../../../base/model/json-at.js';
import { setNewest } from '../../../base/model/set-newest.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { Reconciled } from '../log/reconciles.js';
import type { Message } from '../show/message.js';
import type { PageEvent, PageLine, PageObject, PageReconcile, PageSample, PageUpdate, PageWrite } from './data.js';

/** Maximum numbers of what is kept; the oldest is dropped. */
const most = { objects: 10_000, reconciles: 10, samples: 600, writes: 500, events: 500, lines: 1_000 } as const;
/** Milliseconds between two samples of the queues. */
const samplePause = 1_000;

/** Something that was recorded, and the version of the data with which it was. */
interface Versioned<T> {
  readonly version: number;
  readonly value: T;
}

/** Records what the operator does for the page. */
export class Recorder {
  readonly #run: string;
  readonly #objects = new Map<string, Versioned<PageObject>>();
  readonly #samples: Versioned<PageSample>[] = [];
  readonly #writes: Versioned<PageWrite>[] = [];
  readonly #events: Versioned<PageEvent>[] = [];
  readonly #lines: Versioned<PageLine>[] = [];
  #known: ReadonlySet<string> = new Set();
  #version = 0;
  #isRunning = false;

  /** @param run a text that differs from those of other runs */
  constructor(run: string) {
    this.#run = run;
  }

  /** Records a message of `dev`. @param text its text for people; empty if it has none */
  message(message: Message, text: string): void {
    const at = Date.now();
    for (const line of text.split('\n'))
      if (line !== '') this.#add(this.#lines, { at, text: line.trimEnd() }, most.lines);
    if (message.event === 'ready') this.#isRunning = true;
    if (message.event === 'ended') this.#isRunning = false;
    if (message.event !== 'failed') return;
    const { controller, object, error, at: errorAt } = message;
    this.#change(controller, object, { error, ...(errorAt !== undefined && { errorAt }) });
  }

  /** Records the queues, as the operator serves them at `/debug/controllers`. */
  state(state: JsonObject, at = Date.now()): void {
    const last = this.#samples.at(-1)?.value.at ?? -Infinity;
    if (at - last < samplePause) return;
    const queues = objectsAt(state, 'controllers').map((each) => {
      const queue = objectAt(each, 'queue');
      const [ready = 0, delayed = 0, processing = 0] = ['ready', 'delayed', 'processing'].map((name) =>
        numberAt(queue, name),
      );
      return { controller: textAt(each, 'controller'), ready, delayed, processing };
    });
    this.#add(this.#samples, { at, queues }, most.samples);
  }

  reconciled({ controller, object, endedAt, milliseconds, result }: Reconciled, wrote?: readonly string[]): void {
    const reconcile = { at: endedAt, milliseconds, result, ...(wrote !== undefined && { wrote }) };
    this.#change(controller, object, {}, reconcile);
  }

  wrote(write: PageWrite): void {
    this.#add(this.#writes, write, most.writes);
  }

  /** Records the events of the cluster that were not in the list before. */
  events(events: readonly PageEvent[]): void {
    for (const each of events) if (!this.#known.has(each.id)) this.#add(this.#events, each, most.events);
    this.#known = new Set(events.map(({ id }) => id));
  }

  /** Returns what has changed since a version. */
  since(version: number, run: string): PageUpdate {
    const from = run === this.#run && version <= this.#version ? version : 0;
    const changed = <T>(all: Iterable<Versioned<T>>): readonly T[] =>
      Array.from(all).flatMap((each) => (each.version > from ? [each.value] : []));
    return {
      ...{ run: this.#run, version: this.#version, isRunning: this.#isRunning },
      objects: changed(this.#objects.values()),
      samples: changed(this.#samples),
      writes: changed(this.#writes),
      events: changed(this.#events),
      lines: changed(this.#lines),
    };
  }

  #change(controller: string, object: string, failure: Partial<PageObject>, reconcile?: PageReconcile): void {
    const key = `${controller} ${object}`;
    const known = this.#objects.get(key)?.value ?? { controller, object, reconciles: 0, failures: 0, last: [] };
    const { error: _, errorAt: __, ...succeeded } = known;
    const isSuccess = reconcile !== undefined && reconcile.result !== 'error';
    const value: PageObject = {
      ...(isSuccess ? succeeded : known),
      ...failure,
      reconciles: known.reconciles + (reconcile === undefined ? 0 : 1),
      failures: known.failures + (reconcile?.result === 'error' ? 1 : 0),
      last: reconcile === undefined ? known.last : [...known.last, reconcile].slice(-most.reconciles),
    };
    this.#version += 1;
    setNewest(this.#objects, key, { version: this.#version, value }, most.objects);
  }

  #add<T>(list: Versioned<T>[], value: T, limit: number): void {
    this.#version += 1;
    list.push({ version: this.#version, value });
    if (list.length > limit) list.shift();
  }
}
