import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Crane } from '../api/v1/crane.types.js';
import { CraneReconciler } from './crane.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Crane', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Crane)).toEqual({
      group: 'yard.example.com',
      version: 'v1',
      kind: 'Crane',
      plural: 'cranes',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Crane', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config, { fieldManager: 'test' });
  });
  afterAll(() => environment?.stop());

  it('applies its objects, and restores what others change', async () => {
    const sample = await readObject<Crane>('config/samples/yard_v1_crane.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Crane, { ...sample, metadata: { ...sample.metadata, ...key } });
    const reconciler = new CraneReconciler(client);
    await reconciler.reconcile(key, context);
    const own = { ...key, name: `${key.name}-crane` };
    const applied = await client.get(ConfigMap, own);
    expect(applied.metadata.ownerReferences).toMatchObject([{ name: key.name, controller: true }]);
    await reconciler.reconcile(key, context);
    expect((await client.get(ConfigMap, own)).metadata.resourceVersion).toBe(applied.metadata.resourceVersion);
    await client.patch(ConfigMap, own, { data: { owner: 'another', more: 'kept' } });
    await reconciler.reconcile(key, context);
    expect((await client.get(ConfigMap, own)).data).toEqual({ owner: key.name, more: 'kept' });
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Crane, key)).rejects.toSatisfy(isNotFound);
    await expect(new CraneReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
