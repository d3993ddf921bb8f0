import {
  createClient,
  createLogger,
  findStatusCondition,
  isStatusConditionTrue,
  resourceInfo,
  type Client,
} from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Memcached } from '../api/v1alpha1/memcached.types.js';
import { finalizer, MemcachedReconciler } from './memcached.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Memcached', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Memcached)).toEqual({
      group: 'cache.example.com',
      version: 'v1alpha1',
      kind: 'Memcached',
      plural: 'memcacheds',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Memcached', () => {
  const image = 'memcached:1.6';
  const events: string[] = [];
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;
  let reconciler: MemcachedReconciler;
  const conditions = async () => (await client.get(Memcached, key)).status?.conditions ?? [];

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    key = { name: 'test', namespace: environment.namespace };
    client = createClient(environment.config, { fieldManager: 'test' });
    reconciler = new MemcachedReconciler(client, { event: (_, { reason }) => void events.push(reason) }, image);
  });
  afterAll(() => environment?.stop());

  it('makes a Deployment of the image from the environment, and says that it is on its way', async () => {
    await client.create(Memcached, { metadata: key, spec: { size: 2, containerPort: 11311 } });
    await reconciler.reconcile(key, context);
    const { spec } = await client.get(Deployment, key);
    expect(spec?.replicas).toBe(2);
    expect(spec?.template.spec?.containers).toMatchObject([{ image, ports: [{ containerPort: 11311 }] }]);
    expect(findStatusCondition(await conditions(), 'Available')).toMatchObject({
      status: 'False',
      reason: 'Progressing',
      observedGeneration: 1,
    });
    expect(events.splice(0)).toEqual(['Created']);
  });

  it('is available when all Pods are ready, and changes nothing after that', async () => {
    const { generation } = (await client.get(Deployment, key)).metadata;
    const status = { observedGeneration: generation, replicas: 2, readyReplicas: 2, availableReplicas: 2 };
    await client.status.patch(Deployment, key, { status });
    await reconciler.reconcile(key, context);
    expect(isStatusConditionTrue(await conditions(), 'Available')).toBe(true);

    const { resourceVersion } = (await client.get(Memcached, key)).metadata;
    await reconciler.reconcile(key, context);
    expect((await client.get(Memcached, key)).metadata.resourceVersion).toBe(resourceVersion);
    expect(events.splice(0)).toEqual([]);
  });

  it('follows a change of the size and of the port', async () => {
    await client.patch(Memcached, key, { spec: { size: 3, containerPort: 11411 } });
    await reconciler.reconcile(key, context);
    const { spec } = await client.get(Deployment, key);
    expect(spec?.replicas).toBe(3);
    expect(spec?.template.spec?.containers[0]?.command).toContain('-p=11411');
    expect(events.splice(0)).toEqual(['Updated']);
  });

  it('says that it is degraded before it goes', async () => {
    // Another finalizer keeps the object, so that its last status can be read.
    await client.patch(Memcached, key, { metadata: { finalizers: [finalizer, 'example.com/test'] } });
    await client.delete(Memcached, key);
    await reconciler.reconcile(key, context);
    const { metadata } = await client.get(Memcached, key);
    expect(metadata.finalizers).toEqual(['example.com/test']);
    expect(isStatusConditionTrue(await conditions(), 'Degraded')).toBe(true);
    expect(events.splice(0)).toEqual(['Deleting']);
    await reconciler.reconcile(key, context);
    expect(events).toEqual([]);
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
