import { microTime } from '../api/micro-time.js';
import { ApiError } from '../transport/api-error.js';
import { isAlreadyExists, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import { withMissingPermission } from '../client/missing-permission.js';
import { NotLeaderError } from '../transport/not-leader-error.js';
import { Event } from '../k8s/events/v1.js';
import type { Problems } from '../log/problems.js';
import { realClock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';
import type { Series } from './event-series.js';

/** Number of attempts to write an event before it is dropped, and milliseconds between them, as in client-go. */
const attempts = 12;
const defaultRetryPeriod = 10_000;
const permission = { group: 'events.k8s.io', resource: 'events', verbs: ['create', 'patch'] };

/** Writes series to the API server. */
export class EventWriter {
  readonly #client: Client;
  readonly #problems: Problems;
  readonly #retryPeriod: number;

  /** @param retryPeriod milliseconds between attempts to reach a server that does not answer */
  constructor(client: Client, problems: Problems, retryPeriod = defaultRetryPeriod) {
    this.#client = client;
    this.#problems = problems;
    this.#retryPeriod = retryPeriod;
  }

  /** Stores the event, or drops it. Never throws. */
  async deliver(series: Series, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        await this.#store(series, signal);
        this.#problems.isGone('unreachable', 'events can be written again');
        return;
      } catch (error) {
        if (signal.aborted || error instanceof NotLeaderError) return;
        if (error instanceof ApiError && !isPassing(error)) return this.#explainRefusal(error);
        this.#problems.is('unreachable', 'events cannot be written for now', { error });
        if (attempt === attempts) return;
        await pause(realClock, this.#retryPeriod, signal);
      }
    }
  }

  async #store(series: Series, signal: AbortSignal): Promise<void> {
    const { event, count, lastObserved, written } = series;
    const body = count === 1 ? {} : { series: { count, lastObservedTime: microTime(lastObserved) } };
    try {
      if (written === 0) await this.#client.create(Event, { ...event, ...body }, { signal });
      else await this.#client.patch(Event, event, body, { signal });
    } catch (error) {
      // The answer to the first attempt was lost.
      if (written === 0 && isAlreadyExists(error)) return;
      // The event has expired on the server, or was deleted.
      if (written === 0 || !isNotFound(error)) throw error;
      await this.#client.create(Event, { ...event, ...body }, { signal });
    }
  }

  #explainRefusal(error: ApiError): void {
    // No one will look for it there.
    const isGoing = error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating');
    if (isGoing || isNotFound(error)) return;
    const explained = withMissingPermission(error, permission);
    this.#problems.is(`refused ${error.code}`, 'the API server rejects events', { error: explained });
  }
}

/** Reports whether the same request may succeed later. */
function isPassing({ code }: ApiError): boolean {
  return code >= 500 || code === 429;
}
