import {
  createClient,
  createLogger,
  createTransport,
  isNotFound,
  loadConfig,
  resourceInfo,
  type Client,
} from '@operator-gen/runtime';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Memcached } from '../api/v1alpha1/memcached.types.js';
import { MemcachedReconciler } from './memcached.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Memcached', () => {
  it('is known to the API server under its group, version and plural', () => {
    expect(resourceInfo(Memcached)).toEqual({
      group: 'cache.example.com',
      version: 'v1alpha1',
      kind: 'Memcached',
      plural: 'memcacheds',
      scope: 'Namespaced',
    });
  });
});

// A real etcd and kube-apiserver; without them this part is skipped, and says how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Memcached', () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: ['config/crd/bases'] });
    client = createClient(createTransport(loadConfig({ kubeconfig: environment.kubeconfigPath })));
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const key = { name: 'test', namespace: 'default' };
    await client.create(Memcached, { metadata: key, spec: { size: 2 } });
    await new MemcachedReconciler(client).reconcile(key, context);
    expect((await client.get(Memcached, key)).spec.size).toBe(2);
  });

  it('has nothing to do for an object that is gone', async () => {
    const key = { name: 'gone', namespace: 'default' };
    await expect(client.get(Memcached, key)).rejects.toSatisfy(isNotFound);
    await expect(new MemcachedReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
