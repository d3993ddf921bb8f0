import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pool } from '../api/v1alpha1/pool.types.js';
import { PoolReconciler } from './pool.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Pool', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Pool)).toEqual({
      group: 'cache.example.com',
      version: 'v1alpha1',
      kind: 'Pool',
      plural: 'pools',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Pool', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<Pool>('config/samples/cache_v1alpha1_pool.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Pool, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new PoolReconciler(client).reconcile(key, context);
    expect((await client.get(Pool, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Pool, key)).rejects.toSatisfy(isNotFound);
    await expect(new PoolReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
