import type { Client } from '../client/client.js';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import { abortController } from '../timing/abort-controller.js';
import { realClock, type Clock } from '../timing/clock.js';
import { endsIn } from '../timing/wait.js';
import type { EventDetails, EventRecorder, EventSubject } from './event-recorder.js';
import { isDue, isOver, objectKey, seriesKey, type Series } from './event-series.js';
import { EventWriter } from './event-writer.js';
import { makeEvent, type Reporter } from './make-event.js';
import { SpamFilter } from './spam-filter.js';

export interface EventBroadcasterOptions {
  /**
   * Client that writes the events. It must differ from the reconcilers' client if writes of that client are observed,
   * because events are not cached.
   */
  readonly client: Client;
  /** Name that distinguishes this process from other replicas; defaults to the host name. */
  readonly instance: string;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  /** Milliseconds between attempts to reach a server that does not answer. */
  readonly retryPeriod?: number | undefined;
}

/** Number of series to remember, as in client-go. */
const remembered = 4096;
/** Milliseconds between checks for series that continue or are over. */
const sweepPeriod = 60_000;
// Names of reporting controllers that the API server accepts.
const qualifiedName = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Writes the events of all recorders of a process, one request at a time, so that events never delay the requests of
 * reconcilers. See https://pkg.go.dev/k8s.io/client-go/tools/events#EventBroadcaster
 */
export class EventBroadcaster {
  readonly #options: EventBroadcasterOptions;
  readonly #clock: Clock;
  readonly #spam: SpamFilter;
  readonly #series = new Map<string, Series>();
  /** Series to write, in order. */
  readonly #due = new Set<Series>();
  readonly #problems: Problems;
  readonly #writer: EventWriter;
  readonly #ended = abortController();
  #started = false;
  #writing: Promise<void> | undefined;
  #stopSweeping: () => void = () => undefined;

  constructor(options: EventBroadcasterOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#spam = new SpamFilter(this.#clock);
    this.#problems = new Problems(options.log);
    this.#writer = new EventWriter(options.client, this.#problems, options.retryPeriod);
  }

  /**
   * Returns the recorder of a controller.
   * @throws TypeError if the API server would reject the name; valid are `my-controller`, or
   * `example.com/my-controller`
   */
  recorder(name: string): EventRecorder {
    if (!qualifiedName.test(name)) {
      throw new TypeError(`"${name}" is not a valid name of an event recorder: letters, digits, - _ and . up to 63`);
    }
    const reporter = { controller: name, instance: `${name}-${this.#options.instance}` };
    return { event: (regarding, details) => this.#record(regarding, details, reporter) };
  }

  /** Starts to write. Events recorded earlier are written now. */
  start(): void {
    this.#started = true;
    this.#sweepLater();
    this.#write();
  }

  /**
   * Writes the remaining events, and stops.
   * @param timeout maximum time in milliseconds
   */
  async stop(timeout: number): Promise<void> {
    if (!this.#started) return;
    this.#stopSweeping();
    for (const series of this.#series.values()) if (series.count > series.written) this.#due.add(series);
    this.#write();
    await endsIn(timeout, Promise.resolve(this.#writing));
    this.#started = false;
    if (this.#due.size > 0) this.#options.log.warn('some events were not written', { events: this.#due.size });
    this.#ended.abort();
    await this.#writing;
  }

  #record(regarding: EventSubject, details: EventDetails, reporter: Reporter): void {
    const { log } = this.#options;
    try {
      const now = new Date();
      const event = makeEvent(regarding, details, reporter, now);
      log.debug('event', { type: event.type, reason: event.reason, note: event.note, regarding: event.regarding });
      const key = seriesKey(event);
      let series = this.#series.get(key);
      if (series === undefined || isOver(series, this.#clock.now())) {
        if (!this.#spam.admits(`${reporter.controller} ${objectKey(event.regarding)}`)) {
          log.debug('the event is dropped: the object has too many', { regarding: event.regarding });
          return;
        }
        if (series !== undefined) this.#finish(series);
        series = { key, event, count: 0, written: 0, lastObserved: now, seenAt: 0, writtenAt: 0 };
        this.#remember(series);
      }
      series.count += 1;
      series.lastObserved = now;
      series.seenAt = this.#clock.now();
      this.#writeIfDue(series);
    } catch (error) {
      this.#problems.is('record', 'an event could not be recorded', { error });
    }
  }

  #remember(series: Series): void {
    this.#series.set(series.key, series);
    if (this.#series.size > remembered) this.#finish(this.#series.values().next().value!);
  }

  /** Ends a series: writes the occurrences that the server does not know yet, and forgets the series. */
  #finish(series: Series): void {
    this.#series.delete(series.key);
    if (series.count > series.written) this.#due.add(series);
    this.#write();
  }

  #writeIfDue(series: Series): void {
    if (!isDue(series, this.#clock.now())) return;
    this.#due.add(series);
    // A long outage of the server must not fill the memory.
    if (this.#due.size > remembered) this.#due.delete(this.#due.values().next().value!);
    this.#write();
  }

  #sweepLater(): void {
    this.#stopSweeping = this.#clock.after(sweepPeriod, () => {
      const now = this.#clock.now();
      for (const series of [...this.#series.values()]) {
        if (isOver(series, now)) this.#finish(series);
        else this.#writeIfDue(series);
      }
      this.#sweepLater();
    });
  }

  #write(): void {
    if (!this.#started || this.#writing !== undefined || this.#due.size === 0) return;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    for (const series of this.#due) {
      const count = series.count;
      await this.#writer.deliver(series, this.#ended.signal);
      if (this.#ended.signal.aborted) return;
      this.#due.delete(series);
      series.written = count;
      series.writtenAt = this.#clock.now();
      // It has happened again in the meantime.
      if (isDue(series, this.#clock.now())) this.#due.add(series);
    }
  }
}
