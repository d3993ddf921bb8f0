import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { Lease } from '../k8s/coordination/v1.js';
import { ConfigMap, Namespace, Secret, ServiceAccount } from '../k8s/core/v1.js';
import { createManager } from '../manager/create-manager.js';
import type { ManagerOptions } from '../manager/options.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { controllerManagedBy, type ControllerBuilder } from './builder.js';
import type { Reconciler } from './reconciler.js';

const assets = await findTestAssets();

const quickLease = { leaseDuration: 2000, renewDeadline: 1500, retryPeriod: 200 };

interface Foo extends KubernetesObject {
  spec?: { readonly size?: number };
}
const foo = { group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', scope: 'Namespaced' } as const;
const Foo = defineResource<Foo>(foo);

// The first three cover problems seen in other libraries for Node: a hundred reconciles for a hundred changes, an event
// loop starved by a failing reconcile, and one watch per controller.
describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'a controller of a real manager',
  { timeout: 60_000 },
  () => {
    let environment: TestEnvironment;
    let transport: Transport;
    let client: Client;
    let count = 0;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
      client = createClient(transport, { fieldManager: 'test' });
    }, 120_000);
    afterAll(async () => {
      transport?.close();
      await environment?.stop();
    });

    async function makeNamespace(): Promise<string> {
      const name = `controller-${(count += 1)}`;
      await client.create(Namespace, { metadata: { name } });
      return name;
    }

    /** Starts a manager for one namespace, with the controllers that the test builds; it runs until the test ends. */
    async function running(
      namespace: string,
      reconcile: Reconciler['reconcile'],
      build: (builder: ControllerBuilder) => ControllerBuilder,
      options: ManagerOptions = {},
    ) {
      const lines: Record<string, unknown>[] = [];
      const manager = await createManager({
        kubeconfig: environment.kubeconfigPath,
        cache: { namespaces: [namespace] },
        healthProbeBindAddress: '127.0.0.1:0',
        log: logInto(lines),
        ...options,
      });
      await build(controllerManagedBy(manager)).complete({ reconcile });
      const stop = new AbortController();
      const ended = manager.start(stop.signal);
      ended.catch(() => undefined);
      onTestFinished(async () => {
        stop.abort();
        await ended.catch(() => undefined);
      });
      const ready = async (): Promise<boolean> =>
        (await fetch(`http://127.0.0.1:${manager.ports.probes}/readyz`)).status === 200;
      return { manager, lines, ended, ready, stop: () => stop.abort() };
    }

    it('reconciles an object once more for a hundred changes that come while it is worked on', async () => {
      const here = await makeNamespace();
      const { metadata } = await client.create(ConfigMap, { metadata: { name: 'one', namespace: here } });
      let finish = (): void => undefined;
      const seen: (string | undefined)[] = [];
      const { manager } = await running(
        here,
        async (request) => {
          seen.push((await manager.client.get(ConfigMap, request)).data?.['round']);
          if (seen.length === 1) await new Promise<void>((resolve) => (finish = resolve));
        },
        (builder) => builder.for(ConfigMap),
      );
      await eventually(() => expect(seen).toEqual([undefined]));
      let events = 0;
      manager.cache.informer(ConfigMap).handle(({ type }) => (events += type === 'update' ? 1 : 0));
      for (let round = 1; round <= 100; round += 1) {
        await client.patch(ConfigMap, metadata, { data: { round: String(round) } });
      }
      await eventually(() => expect(events).toBe(100));
      finish();
      await eventually(() => expect(seen).toHaveLength(2));
      await sleep(100);
      // Only the last of the hundred.
      expect(seen).toEqual([undefined, '100']);
    });

    it('that always throws holds up neither timers, nor other objects, nor the probes, and tries less and less often', async () => {
      const here = await makeNamespace();
      for (const name of ['bad', 'a', 'b']) await client.create(ConfigMap, { metadata: { name, namespace: here } });
      const [tries, others] = [[] as number[], new Set<string>()];
      let ticks = 0;
      const timer = setInterval(() => (ticks += 1), 10);
      onTestFinished(() => clearInterval(timer));
      const { ready } = await running(
        here,
        ({ name }) => {
          if (name !== 'bad') return Promise.resolve(void others.add(name));
          tries.push(performance.now());
          throw new Error('always');
        },
        (builder) => builder.for(ConfigMap),
      );
      await eventually(() => expect(tries.length).toBeGreaterThan(0));
      ticks = 0;
      await eventually(() => expect(tries.length).toBeGreaterThan(7));
      expect(ticks).toBeGreaterThan(2);
      expect(others).toEqual(new Set(['a', 'b', 'kube-root-ca.crt'].filter((name) => others.has(name))));
      expect(others.has('a') && others.has('b')).toBe(true);
      expect(await ready()).toBe(true);
      // 5, 10, 20, ... ms; a timer can fire a millisecond early.
      const waits = tries.slice(1).map((time, index) => time - tries[index]!);
      for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThan(5 * 2 ** index - 2);
    });

    it('shares one watch of a kind, which begins with what is there, with every other controller of the process', async () => {
      const here = await makeNamespace();
      const calls: string[] = [];
      const { manager } = await running(
        here,
        async ({ name }) => void calls.push(`first ${name}`),
        (builder) => builder.for(Secret).named('first'),
      );
      await controllerManagedBy(manager)
        .for(Secret)
        .named('second')
        .complete({ reconcile: async ({ name }) => void calls.push(`second ${name}`) });
      await eventually(() => expect(manager.cache.informer(Secret).isSynced).toBe(true));
      await client.create(Secret, { metadata: { name: 'one', namespace: here } });
      await eventually(() => expect(calls.toSorted()).toEqual(['first one', 'second one']));
      const asked = (await environment.auditEvents()).filter(({ requestURI }) =>
        requestURI.startsWith(`/api/v1/namespaces/${here}/secrets?`),
      );
      const reads = asked.map(({ verb }) => verb).filter((verb) => verb !== 'create');
      expect(reads).toEqual(['watch']);
    });

    it('hears of what its objects own, after any of it is changed or deleted, and of other kinds through a function', async () => {
      const here = await makeNamespace();
      const calls: string[] = [];
      const owner = await client.create(ConfigMap, { metadata: { name: 'owner', namespace: here } });
      const { manager } = await running(
        here,
        async ({ name }) => void calls.push(name),
        (builder) =>
          builder
            .for(ConfigMap, { predicates: [({ type }) => type !== 'add'] })
            .owns(Secret)
            .watches(Namespace, async ({ metadata }, { signal }) => {
              // A function can call the API server.
              const { items } = await client.list(ConfigMap, { namespace: metadata.name, signal });
              return items.filter(({ metadata: { name } }) => name === 'owner').map(() => ({ name: 'by-namespace' }));
            }),
      );
      await eventually(() => expect(calls).toContain('by-namespace'));
      calls.length = 0;
      const reference = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'owner',
        uid: owner.metadata.uid,
        controller: true,
      };
      const part = await client.create(Secret, {
        metadata: { name: 'part', namespace: here, ownerReferences: [reference] },
      });
      await eventually(() => expect(calls).toEqual(['owner']));
      await client.patch(Secret, part.metadata, { stringData: { a: 'b' } });
      await eventually(() => expect(calls).toEqual(['owner', 'owner']));
      await client.delete(Secret, part);
      await eventually(() => expect(calls).toEqual(['owner', 'owner', 'owner']));
      await sleep(100);
      expect(calls).toHaveLength(3);
      expect(manager.cache.informer(Secret).get({ name: 'part', namespace: here })).toBeUndefined();
    });

    it('waits for a kind that is not installed, says which, is not ready, and works once it is', async () => {
      const here = await makeNamespace();
      const calls: string[] = [];
      const { lines, ready, manager } = await running(
        here,
        async ({ name }) => void calls.push(name),
        (builder) => builder.for(Foo),
      );
      await eventually(() => expect(manager.ports.probes).toBeDefined());
      await eventually(() => expect(lines.map((line) => JSON.stringify(line)).join('\n')).toMatch(/foos/));
      expect(await ready()).toBe(false);
      await client.create(CustomResourceDefinition, {
        metadata: { name: 'foos.example.com' },
        spec: {
          group: foo.group,
          names: { kind: foo.kind, plural: foo.plural },
          scope: foo.scope,
          versions: [
            {
              name: foo.version,
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            },
          ],
        },
      } as CustomResourceDefinition);
      await vi.waitFor(() => client.create(Foo, { metadata: { name: 'one', namespace: here } }), {
        timeout: 15_000,
        interval: 200,
      });
      await eventually(() => expect(calls).toEqual(['one']));
      await eventually(async () => expect(await ready()).toBe(true));
      expect(lines.some(({ msg }) => msg === 'controller started')).toBe(true);
    });

    it('ends the manager where it is given a time, and the kind is not there in time', async () => {
      const Bar = defineResource<Foo>({ ...foo, kind: 'Bar', plural: 'bars' });
      const { ended } = await running(
        await makeNamespace(),
        () => Promise.resolve(),
        (builder) => builder.for(Bar),
        { controller: { cacheSyncTimeout: 500 } },
      );
      await expect(ended).rejects.toThrow(/controller bar .*500 ms.*bars\.example\.com/);
    });

    it('runs without the lease where it needs none, and reads what it watches before it leads where that is on', async () => {
      const here = await makeNamespace();
      await client.create(ConfigMap, { metadata: { name: 'one', namespace: here } });
      await client.create(Secret, { metadata: { name: 'one', namespace: here } });
      const now = new Date().toISOString().replace('Z', '000Z');
      const spec = { holderIdentity: 'another', leaseDurationSeconds: 3, renewTime: now };
      await client.create(Lease, { metadata: { name: 'lead', namespace: here }, spec });
      const calls: string[] = [];
      const note =
        (name: string): Reconciler['reconcile'] =>
        async (request) =>
          void calls.push(`${name} ${request.name}`);
      const { manager, lines } = await running(
        here,
        note('free'),
        (builder) => builder.for(ConfigMap).withOptions({ needLeaderElection: false }),
        { leaderElection: { enabled: true, id: 'lead', namespace: here, ...quickLease } },
      );
      await controllerManagedBy(manager)
        .for(Secret)
        .withOptions({ enableWarmup: true })
        .complete({ reconcile: note('warm') });
      await controllerManagedBy(manager)
        .for(ServiceAccount)
        .complete({ reconcile: note('cold') });
      const leads = () => lines.some(({ msg }) => msg === 'became the leader');
      const watched = async () =>
        (await environment.auditEvents()).flatMap(
          ({ verb, requestURI }) =>
            (verb === 'watch' && new RegExp(`/namespaces/${here}/(\\w+)\\?`).exec(requestURI)?.[1]) || [],
        );
      await eventually(() => expect(calls).toContain('free one'));
      await eventually(async () => expect(await watched()).toEqual(expect.arrayContaining(['configmaps', 'secrets'])));
      expect(await watched()).not.toContain('serviceaccounts');
      expect([leads(), calls.some((call) => call.startsWith('warm'))]).toEqual([false, false]);
      await eventually(() => expect(calls).toContain('warm one'));
      expect(leads()).toBe(true);
      await eventually(async () => expect(await watched()).toContain('serviceaccounts'));
    });

    it('whose reconcile never ends is left behind when the time to stop is over', async () => {
      const here = await makeNamespace();
      await client.create(ConfigMap, { metadata: { name: 'stuck', namespace: here } });
      let signal: AbortSignal | undefined;
      const { stop, ended } = await running(
        here,
        ({ name }, context) => {
          if (name !== 'stuck') return Promise.resolve();
          signal = context.signal;
          return new Promise(() => undefined);
        },
        (builder) => builder.for(ConfigMap),
        { gracefulShutdownTimeout: 2000 },
      );
      await eventually(() => expect(signal).toBeDefined());
      stop();
      await sleep(100);
      // A running reconcile can finish until the timeout.
      expect(signal!.aborted).toBe(false);
      await expect(ended).rejects.toThrow(`(${here}/stuck)`);
      expect(signal!.aborted).toBe(true);
    });
  },
);
