import { hostname } from 'node:os';
import { Cache } from '../cache/cache.js';
import { cachedClient } from '../cache/cached-client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../client/load-config.js';
import { createTransport } from '../client/transport.js';
import { warningLogger } from '../client/warnings.js';
import type { Controller } from '../controller/controller.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import { createLogger } from '../log/logger.js';
import { startMetricsServer } from '../metrics/metrics-server.js';
import { noMetrics } from '../metrics/metrics.js';
import { HealthChecks } from '../serving/health-checks.js';
import { parseAddress } from '../serving/listen.js';
import { startProbes } from '../serving/probes.js';
import { deferred } from '../timing/deferred.js';
import { createWebhookServer, type WebhookServer } from '../webhook/server.js';
import { prepareElection } from './election.js';
import { Failure } from './failure.js';
import { runManager, type ServerStart } from './lifecycle.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './options.js';
import { RunnableGroup } from './runnable-group.js';

// Enough for one worker, the events and the caches.
const fewestConnections = 4;

/**
 * Makes the manager of an operator. Nothing is asked of the API server before `start`.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#New
 * @throws ConfigError when no API server is known, or an option cannot be
 */
export async function createManager(options: ManagerOptions = {}): Promise<Manager> {
  const { healthProbeBindAddress = '0', fieldManager = 'operator-gen', log = createLogger() } = options;
  const probesAddress = parseAddress(healthProbeBindAddress, '--health-probe-bind-address');
  const metricsAddress = parseAddress(options.metrics?.bindAddress ?? '0', '--metrics-bind-address');
  const config = options.config ?? (await loadConfig({ kubeconfig: options.kubeconfig }));
  const metrics = metricsAddress ? await (await import('../metrics/prometheus.js')).prometheusMetrics() : noMetrics;
  const election = prepareElection(options.leaderElection ?? {}, config, log);
  const isLeader = (): boolean => election?.elector.isLeader() ?? true;
  // As many requests at once as there are workers: one that waits for a connection waits for the slowest of all others.
  let workersOfAll = 0;
  const transport = createTransport(config, {
    mayWrite: () => election?.elector.mayWrite() ?? true,
    parallelRequests: () => Math.max(fewestConnections, workersOfAll),
  });
  transport.observe((request) => metrics.request(request));
  transport.observe(warningLogger(log));
  const cache = new Cache({ ...options.cache, transport, log: log.with({ logger: 'cache' }) });
  const live = createClient(transport, { fieldManager, writes: cache });
  const events = new EventBroadcaster({
    client: createClient(transport, { fieldManager }),
    instance: hostname(),
    log: log.with({ logger: 'events' }),
  });

  const failure = new Failure(log);
  const withoutLeading = new RunnableGroup((error) => failure.report(error));
  const leading = new RunnableGroup((error) => failure.report(error));
  const webhooks = new RunnableGroup((error) => failure.report(error));
  const controllers = new Map<string, Controller>();
  let webhookServer: WebhookServer | undefined;
  const base = new AbortController();
  const elected = deferred();
  let ready = false;
  const healthz = new HealthChecks();
  const readyz = new HealthChecks();
  healthz.add('ping', () => undefined);
  readyz.add('started', () => {
    if (!ready) throw new Error('the manager does not run, or waits for its caches to be filled');
    // Whoever waits for the lease is ready to take over: its controllers ask for their caches when they begin.
    const begun = [...controllers.values()].filter(({ needLeaderElection }) => isLeader() || !needLeaderElection);
    const waiting = begun.filter(({ isFilled }) => !isFilled).map(({ name }) => name);
    if (waiting.length > 0)
      throw new Error(`the caches of these controllers are not filled yet: ${waiting.join(', ')}`);
  });

  const ports: { probes?: number; metrics?: number } = {};
  const servers: ServerStart[] = [];
  if (probesAddress !== undefined) {
    servers.push(async () => {
      const probes = await startProbes(probesAddress, { healthz, readyz }, log);
      ports.probes = probes.port;
      return probes;
    });
  }
  if (metricsAddress !== undefined) {
    servers.push(async () => {
      // Connections of its own: whoever asks for metrics must not keep the reconcilers waiting.
      const reviews = createTransport(config);
      const server = await startMetricsServer(
        metricsAddress,
        options.metrics ?? {},
        metrics,
        createClient(reviews),
        log,
      );
      ports.metrics = server.port;
      return {
        close: async () => {
          await server.close();
          reviews.close();
        },
      };
    });
  }

  return {
    config,
    log,
    cache,
    ports,
    client: cachedClient(cache, live),
    apiReader: live,
    metrics: metrics.registry,
    get webhookServer() {
      if (webhookServer === undefined) {
        const made = createWebhookServer(options.webhook, { log, metrics });
        webhooks.add((signal) => made.start(signal));
        webhookServer = made;
      }
      return webhookServer;
    },
    controllerOptions: options.controller ?? {},
    elected: elected.promise,
    getEventRecorder: (name) => events.recorder(name),
    add: (runnable) => {
      const group = runnable.withoutLeading ? withoutLeading : leading;
      group.add((signal) => runnable.start(signal));
    },
    addController: (name, workers, make) => {
      if (controllers.has(name))
        throw new Error(`there is a controller ${name} already: give this one another with named()`);
      const controller = make({
        log: log.with({ controller: name }),
        metrics: metrics.controller(name, workers),
        mayAct: isLeader,
      });
      controllers.set(name, controller);
      workersOfAll += workers;
      const group = controller.needLeaderElection ? leading : withoutLeading;
      group.add((signal) => controller.start(signal, base.signal));
      if (controller.needLeaderElection) withoutLeading.add((signal) => controller.warmup(signal));
    },
    addHealthzCheck: (name, check) => healthz.add(name, check),
    addReadyzCheck: (name, check) => readyz.add(name, check),
    start: async (signal) => {
      try {
        await runManager({
          signal,
          base,
          log,
          metrics,
          servers,
          cache,
          events,
          webhooks,
          withoutLeading,
          leading,
          election,
          failure,
          elected: elected.resolve,
          setReady: (isReady) => void (ready = isReady),
          gracefulShutdownTimeout: options.gracefulShutdownTimeout ?? 30_000,
          endOnUnhandledRejection: options.endOnUnhandledRejection ?? false,
        });
      } finally {
        transport.close();
        election?.close();
      }
    },
  };
}
