import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import { loadConfig } from '../configuration/index.js';
import { createTransport } from '../transport/index.js';
import { createClient, isNotFound, type Client } from '../client/index.js';
import { controllerManagedBy } from '../controller/builder.js';
import type { Reconciler } from '../controller/reconciler.js';
import { controllerReference } from '../controllerutil/owner-reference.js';
import { Lease } from '../k8s/coordination/v1.js';
import { ConfigMap, Namespace } from '../k8s/core/v1.js';
import { ClusterRoleBinding } from '../k8s/rbac/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { createManager } from './create-manager.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './options.js';

const assets = await findTestAssets();
const quick = { leaseDuration: 2000, renewDeadline: 1500, retryPeriod: 200 };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a manager', { timeout: 30_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;
  let count = 0;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    client = createClient(createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath })), {
      fieldManager: 'test',
    });
  }, 60_000);
  afterAll(() => environment?.stop());

  /** Creates a namespace for a test. */
  async function namespace(): Promise<string> {
    const name = `test-${(count += 1)}`;
    await client.create(Namespace, { metadata: { name } });
    return name;
  }

  async function managerOf(options: ManagerOptions = {}) {
    const lines: Record<string, unknown>[] = [];
    const manager = await createManager({
      kubeconfig: environment.kubeconfigPath,
      log: logInto(lines),
      ...options,
    });
    const stop = new AbortController();
    return {
      manager,
      lines,
      said: (msg: string) => lines.some((line) => line['msg'] === msg),
      start: () => manager.start(stop.signal),
      stop: () => stop.abort(),
    };
  }

  /** Maintains a ConfigMap `<name>-copy` with the data of each marked ConfigMap. */
  const copier = (manager: Manager): Reconciler => ({
    reconcile: async (request) => {
      const source = await manager.client.getOrNull(ConfigMap, request);
      if (source?.data?.['copy'] !== 'yes') return;
      await manager.client.apply(
        ConfigMap,
        {
          metadata: {
            name: `${request.name}-copy`,
            namespace: request.namespace!,
            ownerReferences: [controllerReference(ConfigMap, source)],
          },
          data: { text: source.data['text'] ?? '' },
        },
        { force: true },
      );
    },
  });

  it('runs a controller that keeps what it owns in step, and shows it in its metrics and probes', async () => {
    const here = await namespace();
    const { manager, start, stop } = await managerOf({
      cache: { namespaces: [here] },
      healthProbeBindAddress: '127.0.0.1:0',
      metrics: { bindAddress: '127.0.0.1:0', secure: false },
    });
    const options = { maxConcurrentReconciles: 2 };
    await controllerManagedBy(manager).for(ConfigMap).owns(ConfigMap).withOptions(options).complete(copier(manager));
    const ended = start();
    await client.create(ConfigMap, { metadata: { name: 'one', namespace: here }, data: { copy: 'yes', text: 'a' } });
    const copy = () => client.get(ConfigMap, { name: 'one-copy', namespace: here });
    await eventually(async () => expect((await copy()).data).toEqual({ text: 'a' }));
    await client.patch(ConfigMap, { name: 'one-copy', namespace: here }, { data: { text: 'spoilt' } });
    await eventually(async () => expect((await copy()).data).toEqual({ text: 'a' }));
    await client.delete(ConfigMap, { name: 'one-copy', namespace: here });
    await eventually(async () => expect((await copy()).data).toEqual({ text: 'a' }));

    const ask = async (port: number | undefined, path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { code: answer.status, text: await answer.text() };
    };
    manager.addReadyzCheck('mine', () => {
      throw new Error('not today');
    });
    expect((await ask(manager.ports.probes, '/healthz')).code).toBe(200);
    expect(await ask(manager.ports.probes, '/readyz')).toEqual({
      code: 500,
      text: '[+]started ok\n[-]mine failed: reason withheld\nreadyz check failed\n',
    });
    expect((await ask(manager.ports.probes, '/other')).code).toBe(404);
    const { text } = await ask(manager.ports.metrics, '/metrics');
    expect(text).toMatch(/^controller_runtime_reconcile_total\{controller="configmap",result="success"\} [1-9]/m);
    expect(text).toMatch(/^controller_runtime_max_concurrent_reconciles\{controller="configmap"\} 2$/m);
    expect(text).toMatch(/^workqueue_adds_total\{name="configmap",controller="configmap"\} [1-9]/m);
    expect(text).toMatch(/^rest_client_requests_total\{method="GET",host="127\.0\.0\.1:\d+",code="200"\} [1-9]/m);
    stop();
    await ended;
    await expect(fetch(`http://127.0.0.1:${manager.ports.probes}/healthz`)).rejects.toThrow(/fetch failed/);
  });

  it('is not ready before the caches are filled', async () => {
    const config = { ...(await loadConfig({ kubeconfig: environment.kubeconfigPath })), impersonate: { user: 'late' } };
    const { manager, start, stop } = await managerOf({ config, healthProbeBindAddress: '127.0.0.1:0' });
    await controllerManagedBy(manager).for(ConfigMap).complete(copier(manager));
    const ended = start();
    const ask = async (check = '') => {
      const answer = await fetch(`http://127.0.0.1:${manager.ports.probes}/readyz${check}`);
      return { code: answer.status, text: await answer.text() };
    };
    await eventually(() => expect(manager.ports.probes).toBeDefined());
    await sleep(200);
    expect(await ask()).toEqual({ code: 500, text: expect.stringMatching(/^\[-\]started failed: reason withheld/) });
    expect(await ask('/started')).toEqual({ code: 500, text: expect.stringContaining('caches') });
    await client.create(ClusterRoleBinding, {
      metadata: { name: 'late' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'late' }],
    });
    onTestFinished(() => client.delete(ClusterRoleBinding, { name: 'late' }));
    await eventually(async () => expect(await ask()).toEqual({ code: 200, text: 'ok' }));
    stop();
    await ended;
  });

  it('ends at once when it was told to stop before it began', async () => {
    const { manager, said } = await managerOf({ healthProbeBindAddress: '127.0.0.1:0' });
    await controllerManagedBy(manager).for(ConfigMap).complete(copier(manager));
    await manager.start(AbortSignal.abort());
    expect(said('controller started')).toBe(false);
    await expect(fetch(`http://127.0.0.1:${manager.ports.probes}/healthz`)).rejects.toThrow(/fetch failed/);
  });

  it('ends although someone holds a connection open and says nothing', async () => {
    const { manager, start, stop } = await managerOf({
      healthProbeBindAddress: '127.0.0.1:0',
      metrics: { bindAddress: '127.0.0.1:0' },
    });
    const ended = start();
    await eventually(() => expect(manager.ports.metrics).toBeDefined());
    const sockets = [manager.ports.probes!, manager.ports.metrics!].map((port) => connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await sleep(50);
    stop();
    await ended;
  });

  it('waits for the running reconcile when it is stopped', async () => {
    const here = await namespace();
    const { manager, start, stop } = await managerOf({ cache: { namespaces: [here] } });
    let state = 'not begun';
    const reconcile = async (): Promise<void> => {
      state = 'begun';
      await sleep(300);
      state = 'ended';
    };
    await controllerManagedBy(manager).for(ConfigMap).complete({ reconcile });
    const ended = start();
    await client.create(ConfigMap, { metadata: { name: 'one', namespace: here } });
    await eventually(() => expect(state).toBe('begun'));
    stop();
    await ended;
    expect(state).toBe('ended');
  });

  it('ends with the reason when a cache cannot be filled', async () => {
    const { manager, start } = await managerOf({
      config: { ...(await loadConfig({ kubeconfig: environment.kubeconfigPath })), impersonate: { user: 'nobody' } },
    });
    await controllerManagedBy(manager).for(ConfigMap).withOptions({ cacheSyncTimeout: 500 }).complete(copier(manager));
    await expect(start()).rejects.toThrow(/configmaps.*forbidden.*nobody|configmaps.*nobody.*cannot list/);
  });

  it('is refused two controllers of one name, and a controller without a kind', async () => {
    const { manager } = await managerOf();
    const complete = () => controllerManagedBy(manager).for(ConfigMap).complete(copier(manager));
    await complete();
    await expect(complete()).rejects.toThrow(/named\(\)/);
    expect(() => controllerManagedBy(manager).owns(ConfigMap)).toThrow(/for\(\)/);
    expect(() => controllerManagedBy(manager).for(ConfigMap).for(ConfigMap)).toThrow(/twice/);
    class Undecorated {
      metadata = {};
    }
    expect(() => controllerManagedBy(manager).for(Undecorated)).toThrow(/Undecorated is not a kind.*@Resource/);
  });

  describe('with leader election', () => {
    /** Starts a manager that marks every ConfigMap of its namespace with its own name. */
    async function candidate(name: string, here: string, durations = quick) {
      const made = await managerOf({
        cache: { namespaces: [here] },
        leaderElection: { enabled: true, id: 'lead', namespace: here, ...durations },
      });
      const reconcile: Reconciler['reconcile'] = async (request) => {
        await made.manager.client.patch(ConfigMap, request, { data: { by: name } });
      };
      await controllerManagedBy(made.manager).for(ConfigMap).complete({ reconcile });
      return { ...made, ended: made.start() };
    }
    const markedBy = async (name: string, here: string) =>
      (await client.get(ConfigMap, { name, namespace: here })).data?.['by'];

    it('lets one act, and hands over at once when that one stops', async () => {
      const here = await namespace();
      // So long that the second cannot have waited for it.
      const durations = { ...quick, leaseDuration: 40_000 };
      const first = await candidate('first', here, durations);
      await eventually(() => expect(first.said('controller started')).toBe(true));
      const second = await candidate('second', here, durations);
      await client.create(ConfigMap, { metadata: { name: 'one', namespace: here } });
      await eventually(async () => expect(await markedBy('one', here)).toBe('first'));
      expect(second.said('became the leader')).toBe(false);

      first.stop();
      await first.ended;
      const stopped = performance.now();
      await eventually(() => expect(second.said('controller started')).toBe(true));
      expect(performance.now() - stopped).toBeLessThan(durations.leaseDuration);
      await client.create(ConfigMap, { metadata: { name: 'two', namespace: here } });
      await eventually(async () => expect(await markedBy('two', here)).toBe('second'));
      const lease = await client.get(Lease, { name: 'lead', namespace: here });
      expect(lease.spec).toMatchObject({ leaseTransitions: 1, renewTime: expect.stringMatching(/\.\d{6}Z$/) });
      second.stop();
      await second.ended;
    });

    it('ends when another takes its lease, and begins nothing more', async () => {
      const here = await namespace();
      const { said, ended } = await candidate('first', here);
      const failure = ended.catch((error: unknown) => error);
      await eventually(() => expect(said('controller started')).toBe(true));
      const spec = {
        holderIdentity: 'thief',
        leaseDurationSeconds: 60,
        renewTime: new Date().toISOString().replace('Z', '000Z'),
      };
      await client.patch(Lease, { name: 'lead', namespace: here }, { spec });
      expect(await failure).toMatchObject({ name: 'LeaseLostError' });
      await client.create(ConfigMap, { metadata: { name: 'late', namespace: here } });
      await sleep(300);
      expect(await markedBy('late', here)).toBeUndefined();
    });

    it('ends when the API server is gone for longer than it may, before another could lead', async () => {
      const here = await namespace();
      const durations = { ...quick, leaseDuration: 10_000 };
      const { said, ended } = await candidate('first', here, durations);
      const failure = ended.catch((error: unknown) => error);
      await eventually(() => expect(said('controller started')).toBe(true));
      await environment.stopApiServer();
      const gone = performance.now();
      try {
        expect(await failure).toMatchObject({ name: 'LeaseLostError' });
        expect(performance.now() - gone).toBeLessThan(durations.leaseDuration);
      } finally {
        await environment.startApiServer();
      }
      await expect(client.get(Namespace, { name: here })).resolves.toBeDefined();
    });

    /** Starts a manager that leads, and whose reconcile runs until shortly after its signal is aborted. */
    async function slow(here: string, gracefulShutdownTimeout: number) {
      const made = await managerOf({
        cache: { namespaces: [here] },
        leaderElection: { enabled: true, id: 'lead', namespace: here, ...quick },
        gracefulShutdownTimeout,
      });
      const states: string[] = [];
      const reconcile: Reconciler['reconcile'] = async (_, { signal }) => {
        states.push('begun');
        await sleep(20_000, undefined, { signal }).catch(() => undefined);
        states.push('aborted');
        await sleep(200);
        states.push('ended');
      };
      await controllerManagedBy(made.manager).for(ConfigMap).complete({ reconcile });
      const ended = made.start();
      await client.create(ConfigMap, { metadata: { name: 'one', namespace: here } });
      await eventually(() => expect(states).toContain('begun'));
      return { ...made, ended, states };
    }
    const holder = async (here: string) =>
      (await client.get(Lease, { name: 'lead', namespace: here })).spec?.holderIdentity;

    it('keeps the lease when a reconcile still runs at the end of the time to stop', async () => {
      const here = await namespace();
      const { stop, ended, states } = await slow(here, 100);
      stop();
      await expect(ended).rejects.toThrow(`controller configmap (${here}/one)`);
      expect(states).not.toContain('ended');
      expect(await holder(here)).not.toBe('');
    });

    it('aborts the reconcile that it waits for when another takes its lease meanwhile', async () => {
      const here = await namespace();
      const { stop, ended, states } = await slow(here, 20_000);
      stop();
      await client.patch(Lease, { name: 'lead', namespace: here }, { spec: { holderIdentity: 'thief' } });
      await ended;
      expect(states).toEqual(['begun', 'aborted', 'ended']);
      expect(await holder(here)).toBe('thief');
    });

    it('is refused durations with which two could lead at once', async () => {
      const { leaseDuration, renewDeadline, retryPeriod } = quick;
      const candidates = [
        { leaseDuration: renewDeadline, renewDeadline, retryPeriod },
        { leaseDuration, renewDeadline, retryPeriod: renewDeadline },
        { leaseDuration: 5000 },
      ];
      for (const durations of candidates) {
        const leaderElection = { enabled: true, id: 'lead', namespace: 'default', ...durations };
        await expect(managerOf({ leaderElection })).rejects.toThrow(/leaseDuration.*renewDeadline.*retryPeriod/);
      }
    });

    it('needs an id', async () => {
      await expect(managerOf({ leaderElection: { enabled: true } })).rejects.toThrow(/id/);
    });
  });

  it('reads a deleted object as not found, from the cache as from the server', async () => {
    const here = await namespace();
    const { manager, start, stop } = await managerOf({ cache: { namespaces: [here] } });
    const ended = start();
    const key = { name: 'one', namespace: here };
    await client.create(ConfigMap, { metadata: key });
    await eventually(async () => expect(await manager.client.getOrNull(ConfigMap, key)).not.toBeNull());
    await client.delete(ConfigMap, key);
    await eventually(async () => expect(await manager.client.getOrNull(ConfigMap, key)).toBeNull());
    for (const reader of [manager.client, manager.apiReader])
      await expect(reader.get(ConfigMap, key)).rejects.toSatisfy(isNotFound);
    stop();
    await ended;
  });
});
