import { hostname } from 'node:os';
import { Cache } from '../cache/cache.js';
import { cachedClient } from '../cache/cached-client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import { warningLogger } from '../transport/warnings.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import { createLogger } from '../log/create-logger.js';
import { noMetrics } from '../metrics/metrics.js';
import { HealthChecks } from '../serving/health-checks.js';
import { abortController } from '../timing/abort-controller.js';
import { deferred } from '../timing/deferred.js';
import { createWebhookServer, type WebhookServer } from '../webhook/server.js';
import { ControllerSet } from './controllers.js';
import { prepareElection } from './election.js';
import { Failure } from './failure.js';
import { runManager } from './lifecycle.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './options.js';
import { RunnableGroup } from './runnable-group.js';
import { prepareSelfSigned, repairAtStart } from './self-signed.js';
import { addressesOf, prepareServers } from './servers.js';

// Enough for one worker, the events and the caches.
const fewestConnections = 4;

/**
 * Creates the manager of an operator. Sends no request to the API server before `start`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#New
 * @throws ConfigError if there is no configuration for an API server, or an option is invalid
 * @throws RangeError if no request could ever be sent: the rate limit, `requestTimeout` or `parallelRequests` is not
 * above 0
 */
export async function createManager(options: ManagerOptions = {}): Promise<Manager> {
  const { fieldManager = 'operator-gen', log = createLogger() } = options;
  const addresses = addressesOf(options);
  const config = options.config ?? (await loadConfig({ kubeconfig: options.kubeconfig }));
  const metrics = addresses.metrics ? await (await import('../metrics/prometheus.js')).prometheusMetrics() : noMetrics;
  const election = prepareElection(options.leaderElection ?? {}, config, log);
  const isLeader = (): boolean => election?.elector.isLeader() ?? true;
  const transport = createTransport(config, {
    rateLimit: options.rateLimit,
    requestTimeout: options.requestTimeout,
    // As many concurrent requests as workers: otherwise, one that waits for a connection would wait for the slowest of
    // all others.
    parallelRequests: options.parallelRequests ?? (() => Math.max(fewestConnections, controllers.workers)),
    mayWrite: () => election?.elector.mayWrite() ?? true,
  });
  transport.observe((request) => metrics.request(request));
  transport.observe(warningLogger(log));
  const cache = new Cache({
    ...options.cache,
    transport,
    log: log.with({ logger: 'cache' }),
    skipped: (resource) => metrics.objectSkipped(resource),
  });
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
  let webhookServer: WebhookServer | undefined;
  const base = abortController();
  const controllers = new ControllerSet({ log, metrics, isLeader, leading, withoutLeading, cutOff: base.signal });
  const elected = deferred();
  let ready = false;
  const healthz = new HealthChecks();
  const readyz = new HealthChecks();
  healthz.add('ping', () => undefined);
  readyz.add('started', () => {
    if (!ready) throw new Error('the manager does not run, or waits for its caches to be filled');
    controllers.requireFilled();
  });

  const selfSigned = prepareSelfSigned(options.webhook ?? {}, { config, fieldManager, log, metrics });
  const { servers, ports } = prepareServers({ addresses, options, config, checks: { healthz, readyz }, metrics, log });

  withoutLeading.add(async (signal) => {
    const isKept = selfSigned !== undefined && webhookServer !== undefined;
    if (!isKept) await repairAtStart(options.webhook ?? {}, { config, fieldManager, log }, signal);
  });

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
        const made = createWebhookServer(options.webhook, { log, metrics, certificates: selfSigned?.certificates });
        webhooks.add((signal) => (selfSigned === undefined ? made.start(signal) : selfSigned.serve(made, signal)));
        if (selfSigned !== undefined) readyz.add('webhook-certificate', selfSigned.check);
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
    addController: (...given) => controllers.add(...given),
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
