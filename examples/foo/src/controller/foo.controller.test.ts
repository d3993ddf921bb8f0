import { createClient, createLogger, resourceInfo, type Client, type EventDetails } from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Foo } from '../api/v1alpha1/foo.types.js';
import { FooReconciler } from './foo.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Foo', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Foo)).toEqual({
      group: 'samplecontroller.k8s.io',
      version: 'v1alpha1',
      kind: 'Foo',
      plural: 'foos',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Foo', () => {
  const events: EventDetails[] = [];
  let environment: JoinedTestEnvironment;
  let namespace: string;
  let client: Client;
  let reconciler: FooReconciler;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    namespace = environment.namespace;
    client = createClient(environment.config, { fieldManager: 'test' });
    reconciler = new FooReconciler(client, { event: (_, details) => void events.push(details) });
  });
  afterAll(() => environment?.stop());

  it('makes the Deployment, keeps it in step, and tells how many Pods are available', async () => {
    const key = { name: 'one', namespace };
    const foo = { metadata: key, spec: { deploymentName: 'nginx', replicas: 2 } };
    const { metadata } = await client.create(Foo, foo);
    await reconciler.reconcile(key, context);
    const deployment = await client.get(Deployment, { name: 'nginx', namespace });
    expect(deployment.spec?.replicas).toBe(2);
    expect(deployment.metadata.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }]);
    expect(events.splice(0)).toMatchObject([{ type: 'Normal', reason: 'Synced' }]);

    const status = { replicas: 2, readyReplicas: 2, availableReplicas: 2 };
    await client.status.patch(Deployment, deployment.metadata, { status });
    await client.patch(Foo, key, { spec: { replicas: 3 } });
    await reconciler.reconcile(key, context);
    expect((await client.get(Deployment, deployment.metadata)).spec?.replicas).toBe(3);
    expect((await client.get(Foo, key)).status).toEqual({ availableReplicas: 2 });

    events.length = 0;
    await reconciler.reconcile(key, context);
    expect(events).toEqual([]);
  });

  it('leaves alone a Deployment that it does not own, and says so', async () => {
    const key = { name: 'two', namespace };
    await client.create(Foo, { metadata: key, spec: { deploymentName: 'nginx', replicas: 1 } });
    await expect(reconciler.reconcile(key, context)).rejects.toThrow(/does not own/);
    expect(events.splice(0)).toMatchObject([{ type: 'Warning', reason: 'ErrResourceExists' }]);
    expect((await client.get(Deployment, { name: 'nginx', namespace })).spec?.replicas).toBe(3);
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ name: 'gone', namespace }, context)).resolves.toBeUndefined();
  });
});
