import {
  createClient,
  createLogger,
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionTrue,
  resourceInfo,
  type Client,
  type Manager,
} from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Memcached } from '../api/v1alpha1/memcached.types.js';
import { finalizer, MemcachedReconciler, setupMemcachedController } from './memcached.controller.js';

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

  it('requires an image', async () => {
    vi.stubEnv('MEMCACHED_IMAGE', '');
    const started = setupMemcachedController({} as Manager);
    await expect(started).rejects.toThrow('MEMCACHED_IMAGE is not set');
    vi.unstubAllEnvs();
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Memcached', () => {
  const image = 'example.com/app:1.0';
  const events: string[] = [];
  const recorder = { event: (_: object, { reason }: { readonly reason: string }) => void events.push(reason) };
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;
  let reconciler: MemcachedReconciler;
  const read = () => client.get(Memcached, key);
  const conditions = async () => (await read()).status?.conditions ?? [];
  const deployed = async () => {
    const deployment = await client.get(Deployment, key);
    const { replicas, template } = deployment.spec ?? {};
    return { metadata: deployment.metadata, replicas, pod: template?.spec };
  };

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    const sample = await readObject<Memcached>('config/samples/cache_v1alpha1_memcached.yaml');
    key = { name: sample.metadata.name, namespace: environment.namespace };
    client = createClient(environment.config);
    const spec = { ...sample.spec, size: 2 };
    await client.create(Memcached, { ...sample, metadata: { ...sample.metadata, ...key }, spec });
    reconciler = new MemcachedReconciler({ client, recorder, image });
  });
  afterAll(() => environment?.stop());

  it('reports a Deployment that cannot be created, and fails so that it is retried', async () => {
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: 'other', controller: true };
    const labels = { app: 'other' };
    const spec = { containers: [{ name: 'other', image }] };
    await client.create(Deployment, {
      metadata: { ...key, ownerReferences: [other] },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
    await expect(reconciler.reconcile(key, context)).rejects.toThrow('other');
    expect(findStatusCondition(await conditions(), 'Degraded')).toMatchObject({ reason: 'DeploymentFailed' });
    await client.delete(Deployment, key);
  });

  it('creates a Deployment that the object owns, and reports progress', async () => {
    await reconciler.reconcile(key, context);
    expect((await read()).metadata.finalizers).toEqual([finalizer]);
    const { metadata, replicas, pod } = await deployed();
    const owner = { kind: 'Memcached', name: key.name, controller: true };
    expect(metadata.ownerReferences).toMatchObject([owner]);
    expect(replicas).toBe(2);
    expect(pod?.containers).toMatchObject([{ image }]);
    expect(pod?.securityContext?.seccompProfile?.type).toBe('RuntimeDefault');
    expect(pod?.containers[0]?.securityContext?.capabilities?.drop).toEqual(['ALL']);
    expect(findStatusCondition(await conditions(), 'Available')).toMatchObject({
      status: 'False',
      message: '0 of 2 Pods are ready',
      observedGeneration: 1,
    });
    expect(isStatusConditionTrue(await conditions(), 'Progressing')).toBe(true);
    expect(isStatusConditionFalse(await conditions(), 'Degraded')).toBe(true);
    expect(events.splice(0)).toEqual(['Created']);
  });

  it('becomes available when all Pods are ready, and then stops writing', async () => {
    const { generation } = (await deployed()).metadata;
    const status = { observedGeneration: generation, replicas: 2, updatedReplicas: 2, readyReplicas: 2 };
    await client.status.patch(Deployment, key, { status });
    await reconciler.reconcile(key, context);
    expect(isStatusConditionTrue(await conditions(), 'Available')).toBe(true);
    expect(isStatusConditionFalse(await conditions(), 'Progressing')).toBe(true);

    const writes = [vi.spyOn(client, 'update'), vi.spyOn(client.status, 'update')];
    await reconciler.reconcile(key, context);
    for (const write of writes) expect(write).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(events.splice(0)).toEqual([]);
  });

  it('applies changes of the spec and of the image', async () => {
    await client.patch(Memcached, key, { spec: { size: 3 } });
    const newer = 'example.com/app:1.1';
    reconciler = new MemcachedReconciler({ client, recorder, image: newer });
    await reconciler.reconcile(key, context);
    const { replicas, pod } = await deployed();
    expect(replicas).toBe(3);
    expect(pod?.containers).toMatchObject([{ image: newer }]);
    expect(events.splice(0)).toEqual(['Updated']);
  });

  it('reverts changes that others make', async () => {
    const right = (await deployed()).pod;
    const container = { ...right?.containers[0], image: 'example.com/other', securityContext: null };
    const template = { spec: { securityContext: null, containers: [container] } };
    await client.patch(Deployment, key, { spec: { replicas: 1, template } } as object);
    await reconciler.reconcile(key, context);
    const { replicas, pod } = await deployed();
    expect(replicas).toBe(3);
    expect(pod).toEqual(right);
    expect(events.splice(0)).toEqual(['Updated']);
  });

  it('becomes degraded while the rollout is blocked, and reports the reason', async () => {
    const { generation } = (await deployed()).metadata;
    const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota exceeded' };
    await client.status.patch(Deployment, key, { status: { observedGeneration: generation, conditions: [failure] } });
    await reconciler.reconcile(key, context);
    expect(findStatusCondition(await conditions(), 'Degraded')).toMatchObject({
      status: 'True',
      reason: 'FailedCreate',
      message: 'quota exceeded',
    });
  });

  it('reports the deletion, and removes its finalizer', async () => {
    // Another finalizer keeps the object, so that its last status can be read.
    const metadata = { finalizers: [finalizer, 'example.com/test'] };
    await client.patch(Memcached, key, { metadata });
    await client.delete(Memcached, key);
    await reconciler.reconcile(key, context);
    expect((await read()).metadata.finalizers).toEqual(['example.com/test']);
    expect(findStatusCondition(await conditions(), 'Degraded')).toMatchObject({ reason: 'Finalizing' });
    expect(events.splice(0)).toEqual(['Deleting']);
    await reconciler.reconcile(key, context);
    expect(events).toEqual([]);
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
