import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cache } from '../cache/cache.js';
import { cachedClient } from '../cache/cached-client.js';
import { createClient } from '../client/create-client.js';
import { ConfigError } from '../client/cluster-config.js';
import { loadConfig } from '../client/load-config.js';
import { createTransport } from '../client/transport.js';
import type { Controller } from '../controller/controller.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import { Elector } from '../leader/elector.js';
import { createLogger } from '../log/logger.js';
import { startMetricsServer } from '../metrics/metrics-server.js';
import { noMetrics } from '../metrics/metrics.js';
import { parseAddress, type Listening } from '../serving/listen.js';
import { createWebhookServer, type WebhookServer } from '../webhook/server.js';
import type { Manager, Runnable } from './manager.js';
import type { ManagerOptions } from './options.js';
import { Checks, startProbes } from './probes.js';

/**
 * Makes the manager of an operator. Nothing is asked of the API server before `start`.
 * @throws ConfigError when no API server is known
 */
export async function createManager(options: ManagerOptions = {}): Promise<Manager> {
  const log = options.log ?? createLogger();
  const config = options.config ?? loadConfig({ kubeconfig: options.kubeconfig });
  const metricsOn = parseAddress(options.metrics?.bindAddress ?? '0') !== undefined;
  const metrics = metricsOn ? await (await import('../metrics/prometheus.js')).prometheusMetrics() : noMetrics;
  const transport = createTransport(config);
  transport.observe((request) => metrics.request(request));
  const cache = new Cache({ ...options.cache, transport, log: log.with({ logger: 'cache' }) });
  const live = createClient(transport, { fieldManager: options.fieldManager ?? 'operator-gen', writes: cache });
  // A transport of its own: however many slow requests the reconcilers wait for, the lease is renewed in time.
  const electionTransport = createTransport(config);
  const elector = electorFor(options, config.namespace, createClient(electionTransport), log);
  const eventClient = createClient(transport, { fieldManager: options.fieldManager ?? 'operator-gen' });
  const events = new EventBroadcaster({
    client: eventClient,
    instance: hostname(),
    log: log.with({ logger: 'events' }),
  });
  const controllers = new Map<string, Controller>();
  const runnables: Runnable[] = [];
  const checks = { healthz: new Checks(), readyz: new Checks() };
  const ports: { probes?: number; metrics?: number } = {};
  let ready = false;
  let webhookServer: WebhookServer | undefined;
  const leads = (): boolean => elector?.isLeader() ?? true;
  checks.healthz.add('ping', () => undefined);
  checks.readyz.add('started', () => {
    // Whoever waits for the lease is ready to take over: its controllers ask for their caches when they begin.
    const filled = !leads() || [...controllers.values()].every(({ isFilled }) => isFilled);
    if (!ready || !filled) throw new Error('the caches are not filled yet');
  });

  const run = async (outer: AbortSignal): Promise<void> => {
    // Two ends: `work` stops the controllers, `base` what they need until the last reconcile has ended.
    const work = new AbortController();
    const base = new AbortController();
    const failure = firstFailure();
    const stopWork = (): void => work.abort(outer.reason);
    // What needs the lease ends with it, even where that is only waited for because the manager is stopping.
    const lost = (error: unknown): never => {
      base.abort(error);
      throw error;
    };
    if (outer.aborted) stopWork();
    outer.addEventListener('abort', stopWork, { once: true });
    process.on('unhandledRejection', failure.report);
    const servers: Listening[] = [];
    const background: Promise<void>[] = [];
    const go = (each: Promise<void>): void => void background.push(each.catch(failure.report));
    try {
      await serve(servers);
      // Reading our own kinds may need conversions, and the reconciles that still run may write what is to be validated.
      if (webhookServer !== undefined) go(webhookServer.start(base.signal));
      events.start();
      go(cache.start(base.signal));
      for (const each of runnables.filter(({ withoutLeading }) => withoutLeading)) go(each.start(work.signal));
      await Promise.race([
        cache.waitForSync(cacheTimeout, work.signal).catch(unlessAborted(work.signal)),
        failure.promise,
      ]);
      ready = true;
      if (elector !== undefined) {
        metrics.leader(options.leaderElection?.id ?? '', false);
        await elector.acquire(work.signal);
        metrics.leader(options.leaderElection?.id ?? '', elector.isLeader());
        if (!work.signal.aborted) go(elector.hold(base.signal).catch(lost));
      }
      const running = work.signal.aborted
        ? []
        : [
            ...[...controllers.values()].map((each) => each.start(work.signal, base.signal)),
            ...runnables.filter(({ withoutLeading }) => !withoutLeading).map((each) => each.start(work.signal)),
          ].map((each) => each.catch(failure.report));
      await Promise.race([aborted(work.signal), failure.promise]);
      const drained = await drain(running, options.gracefulShutdownTimeout ?? 30_000);
      await events.stop(eventTimeout);
      // Ends the renewal, which would take the lease back, and tells reconciles that are late.
      base.abort();
      // Others wait for the lease's end while something may still act under it.
      if (drained) await elector?.release();
    } finally {
      ready = false;
      await events.stop(0);
      work.abort();
      base.abort();
      outer.removeEventListener('abort', stopWork);
      process.off('unhandledRejection', failure.report);
      await Promise.all([...background, ...servers.map((each) => each.close())]);
      transport.close();
      electionTransport.close();
    }
  };

  const serve = async (servers: Listening[]): Promise<void> => {
    const probes = await startProbes(options.healthProbeBindAddress ?? '0', checks, log);
    if (probes !== undefined) {
      servers.push(probes);
      ports.probes = probes.port;
    }
    const metricsServer = await startMetricsServer(options.metrics ?? {}, metrics, live, log);
    if (metricsServer !== undefined) {
      servers.push(metricsServer);
      ports.metrics = metricsServer.port;
    }
  };

  /** Whether everything has ended in time. */
  const drain = async (running: readonly Promise<unknown>[], timeout: number): Promise<boolean> => {
    const late = new AbortController();
    const tooLate = sleep(timeout, 'late', { signal: late.signal }).catch(() => undefined);
    const end = await Promise.race([Promise.all(running), tooLate]);
    late.abort();
    if (end === 'late') log.warn('reconciles were still running when the time to stop was over', { timeout });
    return end !== 'late';
  };

  return {
    config,
    log,
    cache,
    ports,
    client: cachedClient(cache, live),
    apiReader: live,
    get webhookServer() {
      return (webhookServer ??= createWebhookServer(options.webhook, { log, metrics }));
    },
    controllerOptions: options.controller ?? {},
    getEventRecorder: (name) => events.recorder(name),
    add: (runnable) => void runnables.push(runnable),
    addController: (name, workers, make) => {
      if (controllers.has(name))
        throw new Error(`there is a controller ${name} already: give this one another with named()`);
      const surroundings = {
        log: log.with({ controller: name }),
        metrics: metrics.controller(name, workers),
        mayAct: leads,
      };
      controllers.set(name, make(surroundings));
    },
    addHealthzCheck: (name, check) => checks.healthz.add(name, check),
    addReadyzCheck: (name, check) => checks.readyz.add(name, check),
    start: run,
  };
}

const cacheTimeout = 120_000;
/** Milliseconds that the last events may take to be written. */
const eventTimeout = 2000;

function electorFor(
  { leaderElection = {} }: ManagerOptions,
  currentNamespace: string | undefined,
  client: Manager['apiReader'],
  log: Manager['log'],
): Elector | undefined {
  const { enabled, id, namespace = currentNamespace, leaseDuration, renewDeadline, retryPeriod } = leaderElection;
  if (!enabled) return undefined;
  if (id === undefined) throw new ConfigError('leader election needs an id: the name of its Lease');
  if (namespace === undefined) throw new ConfigError('leader election needs a namespace: this process runs in none');
  const identity = `${hostname()}_${randomUUID()}`;
  const durations = Object.entries({ leaseDuration, renewDeadline, retryPeriod }).filter(
    ([, value]) => value !== undefined,
  );
  return new Elector(
    client,
    { id, namespace, identity, ...Object.fromEntries(durations) },
    log.with({ logger: 'leader' }),
  );
}

/** A promise that rejects with the first error that is reported, and never resolves. */
function firstFailure(): { readonly promise: Promise<never>; readonly report: (error: unknown) => void } {
  let report: (error: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    report = reject;
  });
  promise.catch(() => undefined);
  return { promise, report };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function unlessAborted(signal: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
