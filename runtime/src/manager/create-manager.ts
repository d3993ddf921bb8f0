import { cachedClient } from '../cache/cached-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createLogger } from '../log/create-logger.js';
import { guardedLogger } from '../log/guarded-logger.js';
import { noMetrics } from '../metrics/metrics.js';
import { abortController } from '../timing/abort-controller.js';
import { deferred } from '../timing/deferred.js';
import { prepareAccess } from './api-access.js';
import { ControllerSet } from './controllers.js';
import { prepareElection } from './election.js';
import { Failure } from './failure.js';
import { runManager } from './lifecycle.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './options.js';
import { prepareReadiness } from './readiness.js';
import { RunnableGroup } from './runnable-group.js';
import { addressesOf, prepareServers } from './servers.js';
import { prepareWebhooks } from './webhooks.js';

/**
 * Creates the manager of an operator. Sends no request to the API server before `start`. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#New
 * @throws ConfigError if there is no configuration for an API server, or an option is invalid
 * @throws RangeError if no request could ever be sent, because the rate limit, `requestTimeout` or `parallelRequests`
 * is not above 0, or if `gracefulShutdownTimeout` is NaN
 */
export async function createManager(options: ManagerOptions = {}): Promise<Manager> {
  const { fieldManager = 'operator-gen', gracefulShutdownTimeout = 30_000 } = options;
  const log = options.log === undefined ? createLogger() : guardedLogger(options.log);
  if (Number.isNaN(gracefulShutdownTimeout)) throw new RangeError('gracefulShutdownTimeout is NaN');
  const addresses = addressesOf(options);
  const config = options.config ?? (await loadConfig({ kubeconfig: options.kubeconfig, context: options.context }));
  const metrics = addresses.metrics ? await (await import('../metrics/prometheus.js')).prometheusMetrics() : noMetrics;
  const election = prepareElection(options.leaderElection ?? {}, config, log);
  const isLeader = (): boolean => election?.elector.isLeader() ?? true;
  const common = { config, fieldManager, log, metrics };
  const access = prepareAccess(options, { ...common, election, workers: () => controllers.workers });
  const { cache, live, events } = access;

  const failure = new Failure(log);
  const groups = runnableGroups(failure);
  const { leading, withoutLeading } = groups;
  const base = abortController();
  const surroundings = { log, metrics, isLeader, leading, withoutLeading, keepHistory: addresses.debug !== undefined };
  const controllers = new ControllerSet({ ...surroundings, cutOff: base.signal });
  const elected = deferred();
  const { healthz, readyz, setReady } = prepareReadiness(() => controllers.requireFilled());
  const webhookServer = prepareWebhooks(options.webhook ?? {}, { ...common, ...groups, readyz });
  const states = (time: number, since?: number) => controllers.states(time, since);
  const checks = { healthz, readyz };
  const { servers, ports } = prepareServers({ addresses, options, config, checks, metrics, log, states });

  return {
    config,
    log,
    cache,
    ports,
    client: cachedClient(cache, live),
    apiReader: live,
    metrics: metrics.registry,
    get webhookServer() {
      return webhookServer();
    },
    controllerOptions: options.controller ?? {},
    elected: elected.promise,
    getEventRecorder: (name) => events.recorder(name),
    add: (runnable) => {
      const group = runnable.withoutLeading ? withoutLeading : leading;
      group.add(
        (signal) => runnable.start(signal),
        () => 'a runnable that was added with manager.add',
      );
    },
    addController: (...given) => controllers.add(...given),
    addHealthzCheck: (name, check) => healthz.add(name, check),
    addReadyzCheck: (name, check) => readyz.add(name, check),
    start: async (signal) => {
      const parts = { signal, base, log, metrics, servers, cache, events, ...groups, election, failure, setReady };
      const { endOnUnhandledRejection = false } = options;
      try {
        await runManager({ ...parts, elected: elected.resolve, gracefulShutdownTimeout, endOnUnhandledRejection });
      } finally {
        access.close();
        election?.close();
      }
    },
  };
}

/** Creates the groups of runnables of a manager. A failure in any group ends the manager. */
function runnableGroups(failure: Failure) {
  const make = (): RunnableGroup => new RunnableGroup((error) => failure.report(error));
  return { leading: make(), withoutLeading: make(), webhooks: make() };
}
