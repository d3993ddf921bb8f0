import { CacheSyncError, type Cache } from '../cache/cache.js';
import type { EventBroadcaster } from '../events/event-broadcaster.js';
import { LeaseLostError } from '../leader/lease-lost-error.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Listening } from '../serving/listen.js';
import { abortController } from '../timing/abort-controller.js';
import { endsIn, whenAborted } from '../timing/wait.js';
import type { Election } from './election.js';
import type { Failure } from './failure.js';
import { watchProcessErrors } from './process-errors.js';
import type { RunnableGroup } from './runnable-group.js';

/** Begins to listen. */
export type ServerStart = () => Promise<Pick<Listening, 'close'>>;

/** What a manager runs. */
export interface ManagerParts {
  /** Aborted when the manager is to stop. */
  readonly signal: AbortSignal;
  /** Ends what reconciles need, and with it those that still run. */
  readonly base: AbortController;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** In the order in which they start. They close last. */
  readonly servers: readonly ServerStart[];
  readonly cache: Cache;
  readonly events: EventBroadcaster;
  readonly webhooks: RunnableGroup;
  readonly withoutLeading: RunnableGroup;
  readonly leading: RunnableGroup;
  readonly election: Election | undefined;
  /** Whatever ends the manager before it was told to stop. */
  readonly failure: Failure;
  readonly elected: () => void;
  readonly setReady: (ready: boolean) => void;
  /** Milliseconds. */
  readonly gracefulShutdownTimeout: number;
  readonly endOnUnhandledRejection: boolean;
}

/** Milliseconds after which it is said again which caches are not filled. */
const cacheReminder = 120_000;
/** Milliseconds that the last events may take to be written. */
const eventTimeout = 2000;
/** Milliseconds that connections may take to close when the lease is lost. */
const timeToEnd = 2000;

/**
 * Runs a manager from its start to its end: servers, then caches, then what needs no lease, then, once it leads, the rest.
 * It stops the other way round: what runs gets the time to finish, the lease is given back when nothing acts under it any
 * more, and the servers close last.
 * @throws whatever ended it before it was told to stop
 */
export async function runManager(parts: ManagerParts): Promise<void> {
  const { signal, log, metrics, failure } = parts;
  // Two ends: `work` stops what takes on new work, `base` what the old work needs until it is done.
  const work = abortController();
  const stopWork = (): void => work.abort(signal.reason);
  signal.addEventListener('abort', stopWork, { once: true });
  if (signal.aborted) stopWork();
  const stopWatching = watchProcessErrors({
    log,
    rejected: () => metrics.unhandledRejection(),
    end: (error) => failure.report(error),
    endOnRejection: parts.endOnUnhandledRejection,
  });
  const running: Running = { servers: [], background: [] };
  let failed: { readonly error: unknown } | undefined;
  try {
    await Promise.race([begin(parts, work.signal, running), failure.promise]);
    await Promise.race([whenAborted(work.signal), failure.promise]);
  } catch (error) {
    failed = { error };
  }
  failure.isExpected = true;
  parts.setReady(false);
  work.abort(failed?.error);
  await end(parts, running, failed?.error instanceof LeaseLostError);
  signal.removeEventListener('abort', stopWork);
  stopWatching();
  if (failed !== undefined) throw failed.error;
}

/** What was begun and has to end. */
interface Running {
  readonly servers: Pick<Listening, 'close'>[];
  readonly background: Promise<void>[];
}

async function begin(parts: ManagerParts, work: AbortSignal, running: Running): Promise<void> {
  const { base, log, cache, events, election, failure } = parts;
  const fail = (error: unknown): void => failure.report(error);
  for (const start of parts.servers) running.servers.push(await start());
  // Reading our own kinds may need conversions, and the reconciles that still run may write what is to be validated.
  parts.webhooks.start(base.signal);
  events.start();
  running.background.push(cache.start(base.signal).catch(fail));
  parts.withoutLeading.start(work);
  await fill(cache, log, work);
  if (work.aborted) return;
  parts.setReady(true);
  if (election !== undefined) {
    const { elector, id, namespace } = election;
    parts.metrics.leader(id, false);
    await elector.acquire(work);
    if (work.aborted) return;
    parts.metrics.leader(id, true);
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: id, namespace } };
    const note = `${elector.identity} became the leader`;
    events
      .recorder('leader-election')
      .event(lease, { type: 'Normal', reason: 'LeaderElection', action: 'Acquire', note });
    const lost = (error: unknown): void => {
      parts.metrics.leader(id, false);
      // What needs the lease ends with it, even where that is only waited for because the manager is stopping.
      base.abort(error);
      fail(error);
    };
    running.background.push(elector.hold(base.signal).catch(lost));
  }
  parts.elected();
  parts.leading.start(work);
}

/** Waits for the caches that were asked for so far, however long it takes: a server that is away comes back. */
async function fill(cache: Cache, log: Logger, work: AbortSignal): Promise<void> {
  while (!work.aborted) {
    try {
      await cache.waitForSync(cacheReminder, work);
      return;
    } catch (error) {
      if (work.aborted) return;
      if (!(error instanceof CacheSyncError)) throw error;
      log.error('the caches are not filled yet; waiting on', { error });
    }
  }
}

async function end(parts: ManagerParts, { servers, background }: Running, isLost: boolean): Promise<void> {
  const { base, log, events, leading, withoutLeading, election } = parts;
  // Without a lease there is nothing to finish: another may act already.
  const timeout = isLost ? 0 : parts.gracefulShutdownTimeout;
  const drained = await endsIn(timeout, Promise.all([leading.ended(), withoutLeading.ended()]));
  if (!drained && !isLost) log.warn('reconciles were still running when the time to stop was over', { timeout });
  await events.stop(isLost ? 0 : eventTimeout);
  // Ends the renewal, which would take the lease back, and tells reconciles that are late.
  base.abort();
  // Others wait for the lease's end while something may still act under it.
  if (drained && election?.releaseOnCancel) await election.elector.release();
  // Each of these has a time limit of its own.
  const closed = Promise.all([...background, ...servers.map((each) => each.close())]);
  // Webhooks that are turned to this process are put back, whatever else is cut short.
  await Promise.all([isLost ? endsIn(timeToEnd, closed) : closed, parts.webhooks.ended()]);
}
