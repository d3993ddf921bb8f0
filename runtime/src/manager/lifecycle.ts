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
import { ShutdownTimeoutError } from './shutdown-timeout-error.js';

/** Starts a server. */
export type ServerStart = () => Promise<Pick<Listening, 'close'>>;

/** Parts that a manager runs. */
export interface ManagerParts {
  /** Aborted when the manager must stop. */
  readonly signal: AbortSignal;
  /** Stops the services that reconciles depend on, and with them any remaining reconciles. */
  readonly base: AbortController;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Servers in start order. They are closed last. */
  readonly servers: readonly ServerStart[];
  readonly cache: Cache;
  readonly events: EventBroadcaster;
  readonly webhooks: RunnableGroup;
  readonly withoutLeading: RunnableGroup;
  readonly leading: RunnableGroup;
  readonly election: Election | undefined;
  /** Reports an error that ends the manager before it was told to stop. */
  readonly failure: Failure;
  readonly elected: () => void;
  readonly setReady: (ready: boolean) => void;
  /** Milliseconds; unlimited if negative. */
  readonly gracefulShutdownTimeout: number;
  readonly endOnUnhandledRejection: boolean;
}

/** Milliseconds between log lines about caches that are not synced. */
const cacheReminder = 120_000;
/** Milliseconds to write the last events. */
const eventTimeout = 2000;
/** Milliseconds to close connections when the lease is lost. */
const timeToEnd = 2000;

/**
 * Runs a manager from start to end: servers, then caches, then runnables that need no lease, then, as the leader, all
 * others. It stops in reverse order: running work gets time to finish, the lease is released after all work under it has
 * ended, and the servers are closed last.
 * @throws the error that ended it before it was told to stop
 */
export async function runManager(parts: ManagerParts): Promise<void> {
  const { signal, log, metrics, failure } = parts;
  // Two signals: `work` stops components that take on new work, `base` the services that remaining work needs until it
  // is done.
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
  const late = await end(parts, running, failed?.error instanceof LeaseLostError);
  signal.removeEventListener('abort', stopWork);
  stopWatching();
  if (late !== undefined && failed !== undefined) failure.report(late);
  if (failed !== undefined) throw failed.error;
  if (late !== undefined) throw late;
}

/** Started parts that must be stopped. */
interface Running {
  readonly servers: Pick<Listening, 'close'>[];
  readonly background: Promise<void>[];
}

async function begin(parts: ManagerParts, work: AbortSignal, running: Running): Promise<void> {
  const { base, log, cache, events, election, failure } = parts;
  const fail = (error: unknown): void => failure.report(error);
  for (const start of parts.servers) running.servers.push(await start());
  // Reading the operator's own kinds may need conversions, and remaining reconciles may write objects that need
  // validation.
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
      // Runnables that need the lease end with it, even if the manager is already stopping.
      base.abort(error);
      fail(error);
    };
    running.background.push(elector.hold(base.signal).catch(lost));
  }
  parts.elected();
  parts.leading.start(work);
}

/** Waits for the caches that have been requested so far, without a time limit, because the server may come back. */
async function fill(cache: Cache, log: Logger, work: AbortSignal): Promise<void> {
  while (!work.aborted) {
    try {
      await cache.waitForSync(cacheReminder, work);
      return;
    } catch (error) {
      if (work.aborted) return;
      if (!(error instanceof CacheSyncError)) throw error;
      log.error('the caches are not filled yet; waiting', { error });
    }
  }
}

/** Stops everything, and returns an error about what was still running when the time was over. */
async function end(
  parts: ManagerParts,
  { servers, background }: Running,
  isLost: boolean,
): Promise<ShutdownTimeoutError | undefined> {
  const { base, events, leading, withoutLeading, election } = parts;
  // Without a lease there is nothing to finish: another process may already be acting.
  const timeout = isLost ? 0 : parts.gracefulShutdownTimeout;
  const drained = await endsIn(timeout, Promise.all([leading.ended(), withoutLeading.ended()]));
  // As in controller-runtime, without time to finish, nothing is late.
  const late =
    drained || timeout === 0 ? undefined : timedOut(timeout, [...leading.running(), ...withoutLeading.running()]);
  await events.stop(isLost ? 0 : eventTimeout);
  // Stops the renewal, which would reacquire the lease, and aborts late reconciles.
  base.abort();
  // Otherwise, other processes must wait until the lease expires, because something may still act under it.
  if (drained && election?.releaseOnCancel) await election.elector.release();
  // Each of these has its own time limit.
  const closed = Promise.all([...background, ...servers.map((each) => each.close())]);
  // Webhooks that were redirected to this process are restored, even if everything else is cut short.
  await Promise.all([isLost ? endsIn(timeToEnd, closed) : closed, parts.webhooks.ended()]);
  return late;
}

function timedOut(timeout: number, running: readonly string[]): ShutdownTimeoutError {
  const what = [...new Set(running)].join('; ');
  return new ShutdownTimeoutError(`still running after the gracefulShutdownTimeout of ${timeout} ms: ${what}`);
}
