import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { controllerManagedBy } from '../controller/builder.js';
import { ConfigError } from '../errors/config-error.js';
import { Lease } from '../k8s/coordination/v1.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { Event } from '../k8s/events/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { createManager } from './create-manager.js';
import type { ManagerOptions } from './options.js';
import { ShutdownTimeoutError } from './shutdown-timeout-error.js';

const assets = await findTestAssets();
const quick = { leaseDuration: 2000, renewDeadline: 1500, retryPeriod: 200 };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('the life of a manager', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let transport: Transport;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
    client = createClient(transport, { fieldManager: 'tests' });
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  async function managerOf(options: ManagerOptions = {}) {
    const lines: Record<string, any>[] = [];
    const manager = await createManager({
      kubeconfig: environment.kubeconfigPath,
      healthProbeBindAddress: '127.0.0.1:0',
      log: logInto(lines),
      ...options,
    });
    const end = new AbortController();
    let state = 'new';
    const start = (): Promise<void> => {
      state = 'runs';
      const ended = manager.start(end.signal).finally(() => (state = 'ended'));
      ended.catch(() => undefined);
      onTestFinished(async () => {
        end.abort();
        await ended.catch(() => undefined);
      });
      return ended;
    };
    const readyz = async (check = '') => {
      const answer = await fetch(`http://127.0.0.1:${manager.ports.probes}/readyz${check}`);
      return { code: answer.status, text: await answer.text() };
    };
    return { manager, lines, start, stop: () => end.abort(), readyz, state: () => state };
  }

  it('waits for a server that is away at the start, says so, and is ready when it is there', async () => {
    const { manager, lines, start, stop, readyz, state } = await managerOf({
      leaderElection: { enabled: true, id: 'away', namespace: 'default', ...quick },
    });
    let reconciled = 0;
    await controllerManagedBy(manager)
      .for(ConfigMap)
      .complete({ reconcile: async () => void (reconciled += 1) });
    await environment.stopApiServer();
    const ended = start();
    try {
      await eventually(() => expect(manager.ports.probes).toBeDefined());
      const problems = () => lines.filter(({ level }) => level !== 'info');
      await eventually(() => expect(problems()).not.toEqual([]));
      // Long enough for further attempts, which are not reported.
      await sleep(1000);
      expect(state()).toBe('runs');
      expect(problems()).toEqual([
        expect.objectContaining({
          level: 'warn',
          msg: 'the lease could not be read or written',
          error: expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') }),
        }),
      ]);
    } finally {
      await environment.startApiServer();
    }
    await eventually(async () => expect(await readyz()).toEqual({ code: 200, text: 'ok' }));
    await eventually(() => expect(reconciled).toBeGreaterThan(0));
    expect(lines.map(({ msg }) => msg)).toContain('the lease can be read and written again');
    stop();
    await ended;
  });

  it('waits for a kind that is not installed, says which, and is ready when it is', async () => {
    const Gadget = defineResource<KubernetesObject>({
      group: 'example.com',
      version: 'v1',
      kind: 'Gadget',
      plural: 'gadgets',
      scope: 'Namespaced',
    });
    const { manager, lines, start, stop, readyz, state } = await managerOf();
    await controllerManagedBy(manager)
      .for(Gadget)
      .complete({ reconcile: async () => undefined });
    const ended = start();
    await eventually(() => expect(JSON.stringify(lines)).toContain('gadgets.example.com'));
    expect(await readyz()).toEqual({
      code: 500,
      text: '[-]started failed: reason withheld\nreadyz check failed\n',
    });
    expect(await readyz('/started')).toEqual({
      code: 500,
      text: 'the caches of these controllers are not filled yet: gadget',
    });
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Gadget', plural: 'gadgets', singular: 'gadget', listKind: 'GadgetList' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    };
    const path = join(environment.directory, 'gadgets.yaml');
    await writeFile(path, JSON.stringify(crd));
    await environment.installCRDs(path);
    await vi.waitFor(async () => expect(await readyz()).toEqual({ code: 200, text: 'ok' }), { timeout: 40_000 });
    expect(state()).toBe('runs');
    stop();
    await ended;
  });

  it('stays up while its credential is refused, and says so', async () => {
    const config = {
      ...(await loadConfig({ kubeconfig: environment.kubeconfigPath })),
      credentials: fixedCredential({ token: 'nonsense' }),
    };
    const { manager, lines, start, readyz, state } = await managerOf({ config });
    await controllerManagedBy(manager)
      .for(ConfigMap)
      .complete({ reconcile: async () => undefined });
    void start();
    await eventually(() => expect(JSON.stringify(lines)).toContain('Unauthorized'));
    expect(await readyz()).toMatchObject({ code: 500 });
    expect(state()).toBe('runs');
    expect(JSON.stringify(lines)).not.toContain('nonsense');
  });

  it('ends with the address and the flag when a port is taken, and leaves nothing open', async () => {
    const first = await managerOf();
    void first.start();
    await eventually(() => expect(first.manager.ports.probes).toBeDefined());
    const taken = `127.0.0.1:${first.manager.ports.probes}`;
    const second = await managerOf({ metrics: { bindAddress: taken, secure: false } });
    await expect(second.start()).rejects.toThrow(
      `cannot listen on ${taken}: another process already uses this address; choose another address with --metrics-bind-address`,
    );
    await expect(fetch(`http://127.0.0.1:${second.manager.ports.probes}/healthz`)).rejects.toThrow(/fetch failed/);
  });

  it('refuses addresses that are none, before anything runs', async () => {
    await expect(createManager({ healthProbeBindAddress: '8081' })).rejects.toThrow(ConfigError);
    await expect(createManager({ healthProbeBindAddress: '8081' })).rejects.toThrow(
      /--health-probe-bind-address: "8081"/,
    );
    await expect(createManager({ metrics: { bindAddress: 'x' } })).rejects.toThrow(/--metrics-bind-address: "x"/);
  });

  it('starts what leads when it leads, and what is added later at once', async () => {
    const leaderElection = { enabled: true, id: 'order', namespace: 'default', ...quick };
    const other = await managerOf({ leaderElection });
    void other.start();
    await other.manager.elected;
    const { manager, start, stop } = await managerOf({ leaderElection });
    const begun: string[] = [];
    const runnable = (name: string, withoutLeading: boolean) => ({
      withoutLeading,
      start: async () => void begun.push(name),
    });
    let elected = false;
    void manager.elected.then(() => (elected = true));
    manager.add(runnable('leads', false));
    manager.add(runnable('needs no lease', true));
    const ended = start();
    await eventually(() => expect(begun).toEqual(['needs no lease']));
    manager.add(runnable('needs no lease either', true));
    manager.add(runnable('leads too', false));
    await sleep(300);
    expect(begun).toEqual(['needs no lease', 'needs no lease either']);
    expect(elected).toBe(false);
    other.stop();
    await manager.elected;
    await eventually(() => expect(begun.slice(2)).toEqual(['leads', 'leads too']));
    manager.add(runnable('late', false));
    await eventually(() => expect(begun.at(-1)).toBe('late'));
    stop();
    await ended;
  });

  it('keeps the lease if configured not to release it', async () => {
    const leaderElection = { enabled: true, id: 'kept', namespace: 'default', releaseOnCancel: false, ...quick };
    const { manager, start, stop } = await managerOf({ leaderElection });
    const ended = start();
    await manager.elected;
    stop();
    await ended;
    const lease = await client.get(Lease, { name: 'kept', namespace: 'default' });
    expect(lease.spec?.holderIdentity).not.toBe('');
  });

  it('ends with the error of what it runs, after the others had the time to end', async () => {
    for (const start of [
      () => Promise.reject(new Error('cannot go on')),
      () => {
        throw new Error('cannot go on');
      },
    ]) {
      const leaderElection = { enabled: true, id: 'error', namespace: 'default', ...quick };
      const made = await managerOf({ leaderElection });
      const states: string[] = [];
      made.manager.add({
        start: async (signal) => {
          await sleep(30_000, undefined, { signal }).catch(() => undefined);
          await sleep(100);
          states.push('ended');
        },
      });
      made.manager.add({ start: () => Promise.resolve() });
      made.manager.add({ start });
      await expect(made.start()).rejects.toThrow('cannot go on');
      expect(states).toEqual(['ended']);
      const lease = await client.get(Lease, { name: 'error', namespace: 'default' });
      expect(lease.spec?.holderIdentity).toBe('');
    }
  });

  it('does not wait forever for what does not end', async () => {
    const { manager, start, stop } = await managerOf({ gracefulShutdownTimeout: 100 });
    manager.add({ withoutLeading: true, start: () => new Promise(() => undefined) });
    const ended = start();
    await manager.elected;
    stop();
    await expect(ended).rejects.toThrow(ShutdownTimeoutError);
  });

  it('writes the last events before it ends', async () => {
    const { manager, start, stop } = await managerOf();
    const recorder = manager.getEventRecorder('last-words');
    const object = await client.create(ConfigMap, { metadata: { name: 'speaker', namespace: 'default' } });
    manager.add({
      start: async (signal) => {
        await sleep(30_000, undefined, { signal }).catch(() => undefined);
        recorder.event(object, { type: 'Normal', reason: 'Stopped', action: 'Stop', note: 'good bye' });
      },
    });
    const ended = start();
    await manager.elected;
    stop();
    await ended;
    const events = await client.list(Event, { namespace: 'default' });
    expect(events.items.map(({ reportingController }) => reportingController)).toContain('last-words');
  });
});
