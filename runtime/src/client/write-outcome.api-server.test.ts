import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { recordWrites } from '../../../test/support/recorded-writes.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, type KindHandle } from '../api/resource.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap, Namespace, Pod, Service, ServiceAccount } from '../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import type { Client } from './client.js';
import type { Stored } from './stored.js';
import { createClient } from './create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { metadataOnly } from './metadata-only.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';

const assets = await findTestAssets();
const namespace = 'default';
const finalizers = ['example.com/wait'];

type Gadget = KubernetesObject & { spec?: { replicas?: number }; status?: { replicas?: number } };
const names = { group: 'example.com', version: 'v1', kind: 'Gadget', plural: 'gadgets' };
const Gadget = defineResource<Gadget>({ ...names, scope: 'Namespaced' });
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const crd = {
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: names.group,
    scope: 'Namespaced',
    names: { plural: names.plural, kind: names.kind },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: open, status: open } } },
      },
    ],
  },
} as CustomResourceDefinition;

const { writes, told, outcome } = recordWrites();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('what a write came to', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let transport: Transport;
  let client: Client;
  let live: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
    client = createClient(transport, { fieldManager: 'tests', writes });
    live = createClient(transport, { fieldManager: 'tests' });
    await live.create(CustomResourceDefinition, crd);
    await live.create(ServiceAccount, { metadata: { name: 'default', namespace } });
    const probe: Gadget = { metadata: { name: 'probe', namespace } };
    await eventually(async () => live.create(Gadget, probe, { dryRun: true }));
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  /** That the outcome is what the server has. */
  async function expectTrue<T extends KubernetesObject>(
    kind: KindHandle<T>,
    written: Stored<T>,
    type: 'stored' | 'gone',
  ) {
    const said = outcome();
    expect(said.type).toBe(type);
    const found = await live.getOrNull(kind, written.metadata);
    if (said.type === 'stored') expect([said.object, said.copy()]).toEqual([found, found]);
    if (said.type === 'gone') {
      expect(said.uid).toBe(written.metadata.uid);
      expect(found).toBeNull();
    }
  }

  const pod = (name: string, more: object = {}, nodeName = 'node'): Pod => ({
    metadata: { name, namespace, ...more },
    spec: { nodeName, containers: [{ name: 'web', image: 'nginx' }] },
  });

  describe.each([
    ['a ConfigMap', ConfigMap as KindHandle],
    ['a custom resource', Gadget as KindHandle],
  ])('%s', (_, kind) => {
    it('created, updated, patched and applied is stored', async () => {
      const created = await client.create(kind, { metadata: { generateName: 'w-', namespace } });
      expect(told[0]?.target).toMatchObject({ info: { plural: expect.any(String) as string }, key: { namespace } });
      expect(told[0]?.target.key.name).toBeUndefined();
      await expectTrue(kind, created, 'stored');
      const { name } = created.metadata;
      const labelled = { ...created, metadata: { ...created.metadata, labels: { a: 'b' } } };
      await client.update(kind, labelled);
      expect(told[0]?.target.key).toEqual({ name, namespace });
      await expectTrue(kind, created, 'stored');
      await client.patch(kind, created.metadata, { metadata: { labels: { c: 'd' } } });
      await expectTrue(kind, created, 'stored');
      await client.apply(kind, { metadata: { name, namespace, labels: { e: 'f' } } });
      await expectTrue(kind, created, 'stored');
      await client.delete(kind, created.metadata);
      await expectTrue(kind, created, 'gone');
    });

    it('with a finalizer is stored when it is deleted, and gone with its last finalizer', async () => {
      const created = await client.create(kind, { metadata: { generateName: 'f-', namespace, finalizers } });
      await expectTrue(kind, created, 'stored');
      for (const propagationPolicy of ['Background', 'Foreground'] as const) {
        await client.delete(kind, created, { propagationPolicy });
        await expectTrue(kind, created, 'stored');
      }
      await client.patch(kind, created.metadata, { metadata: { finalizers: null } });
      await expectTrue(kind, created, 'gone');
    });

    it('deleted in the foreground, or orphaning, waits for the garbage collector', async () => {
      for (const propagationPolicy of ['Foreground', 'Orphan'] as const) {
        const created = await client.create(kind, { metadata: { generateName: 'p-', namespace } });
        outcome();
        await client.delete(kind, created, { propagationPolicy });
        await expectTrue(kind, created, 'stored');
        const read = await live.get(kind, created.metadata);
        await client.update(kind, { ...read, metadata: { ...read.metadata, finalizers: [] } });
        await expectTrue(kind, created, 'gone');
      }
    });
  });

  it('of a Pod that has time to end is stored, and gone when it has none', async () => {
    const created = await client.create(Pod, pod('graceful'));
    outcome();
    await client.delete(Pod, created);
    await expectTrue(Pod, created, 'stored');
    await client.status.patch(Pod, created.metadata, { status: { phase: 'Failed' } });
    await expectTrue(Pod, created, 'stored');
    await client.delete(Pod, created, { gracePeriodSeconds: 0 });
    await expectTrue(Pod, created, 'gone');
  });

  it('of a Pod without a node is gone at once', async () => {
    const { nodeName: _, ...spec } = pod('unscheduled').spec!;
    const created = await client.create(Pod, { ...pod('unscheduled'), spec });
    outcome();
    await client.delete(Pod, created);
    await expectTrue(Pod, created, 'gone');
  });

  it('of a Pod with a finalizer is gone when neither it nor its time holds it', async () => {
    const created = await client.create(Pod, pod('finalized', { finalizers }));
    outcome();
    await client.delete(Pod, created, { propagationPolicy: 'Foreground' });
    await expectTrue(Pod, created, 'stored');
    await client.patch(Pod, created.metadata, { metadata: { finalizers: null } });
    await expectTrue(Pod, created, 'stored');
    const hurried = await client.create(Pod, pod('hurried', { finalizers }));
    outcome();
    await client.delete(Pod, hurried, { gracePeriodSeconds: 0 });
    await expectTrue(Pod, hurried, 'stored');
    await client.patch(Pod, hurried.metadata, { metadata: { finalizers: null } });
    await expectTrue(Pod, hurried, 'gone');
  });

  it('of a Service is gone, although the answer is the Service as it was', async () => {
    const created = await client.create(Service, {
      metadata: { name: 's', namespace },
      spec: { ports: [{ port: 80 }] },
    });
    outcome();
    await client.delete(Service, created);
    await expectTrue(Service, created, 'gone');
  });

  it('of a Namespace that ends is not known', async () => {
    const created = await client.create(Namespace, { metadata: { name: 'ends' } });
    await expectTrue(Namespace, created, 'stored');
    await client.delete(Namespace, created);
    expect(outcome()).toEqual({ type: 'unknown' });
  });

  it('of the status is the whole object, and of other parts is not known', async () => {
    const created = await client.create(Gadget, { metadata: { name: 'parts', namespace }, spec: { replicas: 1 } });
    outcome();
    const { metadata } = created;
    await client.status.update(Gadget, { ...created, status: { replicas: 1 } });
    await expectTrue(Gadget, created, 'stored');
    await client.status.apply(
      Gadget,
      { metadata: { name: 'parts', namespace }, status: { replicas: 2 } },
      { force: true },
    );
    await expectTrue(Gadget, created, 'stored');
    await client.subresource('scale').patch(Gadget, metadata, { spec: { replicas: 3 } });
    expect(outcome()).toEqual({ type: 'unknown' });
    const evicted = await live.create(Pod, pod('evicted'));
    await client.subresource('eviction').create(Pod, evicted, { metadata: { name: 'evicted', namespace } });
    expect(outcome()).toEqual({ type: 'unknown' });
    await client.subresource('token').create(ServiceAccount, { name: 'default', namespace }, { spec: {} });
    expect(outcome()).toEqual({ type: 'unknown' });
    const debug = { name: 'debug', image: 'busybox', terminationMessagePolicy: 'File' };
    const running = await live.create(Pod, pod('debugged'));
    const body = { spec: { ephemeralContainers: [debug] } };
    await client.subresource('ephemeralcontainers').patch(Pod, running, body, { type: 'strategic' });
    await expectTrue(Pod, running, 'stored');
    await client.patch(metadataOnly(Gadget), metadata, { metadata: { labels: { a: 'b' } } });
    expect(outcome()).toEqual({ type: 'unknown' });
  });

  it('of the deletion of many is not known', async () => {
    for (const name of ['m1', 'm2'])
      await live.create(Gadget, { metadata: { name, namespace, labels: { set: 'many' } } });
    await client.deleteAllOf(Gadget, { namespace, labelSelector: { set: 'many' } });
    expect(told[0]?.target.key).toEqual({ namespace });
    expect(outcome()).toEqual({ type: 'unknown' });
  });

  it('that the API server rejects has no effect', async () => {
    const Missing = defineResource<Gadget>({ ...names, plural: 'missings', scope: 'Namespaced' });
    const tries = [
      [() => client.delete(ConfigMap, { name: 'missing', namespace }), 'nothing'],
      [() => client.create(Deployment, { metadata: { name: 'wrong', namespace } }), 'nothing'],
      // The API server says so in plain text, as any proxy could.
      [() => client.create(Missing, { metadata: { name: 'missing', namespace } }), 'unknown'],
    ] as const;
    for (const [attempt, type] of tries) {
      await expect(attempt()).rejects.toThrow(/not found|is invalid|no matches/);
      expect(outcome()).toEqual({ type });
    }
  });

  it('that meets a conflict is not known: it may be one with ourselves, or with what is not mirrored yet', async () => {
    const created = await live.create(ConfigMap, { metadata: { name: 'refused', namespace } });
    await live.patch(ConfigMap, created.metadata, { data: { newer: 'yes' } });
    const tries = [
      () => client.update(ConfigMap, created),
      () => client.create(ConfigMap, { metadata: { name: 'refused', namespace } }),
      () => client.delete(ConfigMap, created, { preconditions: { uid: 'another' } }),
    ];
    for (const each of tries) {
      await expect(each()).rejects.toMatchObject({ code: 409 });
      expect(outcome()).toEqual({ type: 'unknown' });
    }
  });

  it('that is a dry run is not told, nor is one that is never sent', async () => {
    const created = await live.create(ConfigMap, { metadata: { name: 'dry', namespace } });
    await client.update(ConfigMap, { ...created, data: { a: 'b' } }, { dryRun: true });
    await client.delete(ConfigMap, created, { dryRun: true });
    await client.deleteAllOf(ConfigMap, { namespace, dryRun: true });
    await expect(client.update(ConfigMap, { metadata: { name: 'nowhere' } })).rejects.toThrow('no namespace is given');
    expect(told).toEqual([]);
    expect(await live.get(ConfigMap, created.metadata)).toEqual(created);
  });
});
