import { hostname } from 'node:os';
import { Cache } from '../cache/cache.js';
import { cachedClient } from '../cache/cached-client.js';
import type { Shared } from '../cache/cache-event.js';
import type { KubernetesObject } from '../api/object.js';
import { createClient } from '../client/create-client.js';
import type { Controller } from '../controller/controller.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import { freeze } from '../json/copy.js';
import type { Logger } from '../log/logger.js';
import type { Manager } from '../manager/manager.js';
import type { ManagerOptions } from '../manager/options.js';
import { noMetrics } from '../metrics/metrics.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { warningLogger } from '../transport/warnings.js';
import { createWebhookServer, type WebhookServer } from '../webhook/server.js';
import { planClient } from './plan-client.js';
import { planTransport } from './plan-transport.js';
import { Overlay, type Json } from './planned-object.js';
import { plannedWrite, type Change, type PlannedWrite } from './planned-write.js';
import { plannedEvents, scopes, type Scope } from './scope.js';

/** Manager of a plan, and what runs it. */
export interface PlanManager {
  readonly manager: Manager;
  readonly controllers: readonly Controller[];
  /** Collects writes that no reconcile has made. */
  readonly outside: Scope;
  readonly close: () => void;
}

/**
 * Creates the manager of a plan. Every client of its configuration sends dry runs; nothing is elected, served or written,
 * and runnables do not run.
 */
export function createPlanManager(
  options: ManagerOptions,
  { config, log }: { readonly config: ClusterConfig; readonly log: Logger },
): PlanManager {
  const { fieldManager = 'operator-gen', rateLimit, requestTimeout } = options;
  const server = createTransport(config, { rateLimit, requestTimeout });
  server.observe(warningLogger(log));
  const cache = new Cache({ ...options.cache, transport: server, log: log.with({ logger: 'cache' }) });
  const overlay = new Overlay();
  const outside: Scope = { writes: [] };
  const changed = (change: Change): void => record(change, cache, outside);
  const planned: ClusterConfig = {
    ...config,
    wrapTransport: (transport) => planTransport(transport, { overlay, changed }),
  };
  const transport = planTransport(server, { overlay, changed });
  const live = createClient(transport, { fieldManager });
  const controllers = new Map<string, Controller>();
  // Never started, so that it checks events and writes none.
  const events = new EventBroadcaster({ client: live, instance: hostname(), log: log.with({ logger: 'events' }) });
  let webhookServer: WebhookServer | undefined;
  const manager: Manager = {
    config: planned,
    log,
    cache,
    ports: {},
    client: planClient(cachedClient(cache, live), cache, overlay),
    apiReader: live,
    metrics: noMetrics.registry,
    get webhookServer() {
      return (webhookServer ??= createWebhookServer(options.webhook ?? {}, { log }));
    },
    controllerOptions: options.controller ?? {},
    elected: new Promise(() => undefined),
    getEventRecorder: (name) => events.recorder(name),
    add: () => log.info('a plan does not run what is added with manager.add'),
    addController: (name, workers, make) => {
      if (controllers.has(name))
        throw new Error(`the controller ${name} already exists: use another name with named()`);
      const surroundings = { log: log.with({ controller: name }), mayAct: () => true };
      controllers.set(name, make({ ...surroundings, metrics: noMetrics.controller(name, workers) }));
    },
    addHealthzCheck: () => undefined,
    addReadyzCheck: () => undefined,
    start: () => Promise.reject(new Error('the manager of a plan is not started: the plan runs its controllers')),
  };
  return {
    manager,
    get controllers() {
      return [...controllers.values()];
    },
    outside,
    close: () => server.close(),
  };
}

/** Adds a write to those of the running reconcile, and notifies the controllers that watch the object. */
function record(change: Change, cache: Cache, outside: Scope): void {
  const write: PlannedWrite | undefined = plannedWrite(change);
  if (write !== undefined) (scopes.getStore() ?? outside).writes.push(write);
  const { target, before, current, isPart = false } = change;
  if (isPart) return;
  plannedEvents.run(true, () => {
    if (current === null) cache.tell(target, { type: 'delete', object: shared(before!) });
    else if (before === null) cache.tell(target, { type: 'add', object: shared(current), initial: false });
    else cache.tell(target, { type: 'update', object: shared(current), old: shared(before) });
  });
}

/** Returns an object as the cache shares it with handlers, which must not change it. */
function shared(object: Json): Shared<KubernetesObject> {
  return freeze(object);
}
