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
import { SampleDB } from '../api/v1alpha1/sampledb.types.js';
import { SampleDBReconciler } from './sampledb.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('SampleDB', () => {
  it('is known to the API server under its group, version and plural', () => {
    expect(resourceInfo(SampleDB)).toEqual({
      group: 'databases.example.com',
      version: 'v1alpha1',
      kind: 'SampleDB',
      plural: 'sampledbs',
      scope: 'Namespaced',
    });
  });
});

// A real etcd and kube-apiserver; without them this part is skipped, and says how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of SampleDB', () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: ['config/crd/bases'] });
    client = createClient(createTransport(loadConfig({ kubeconfig: environment.kubeconfigPath })));
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const key = { name: 'test', namespace: 'default' };
    await client.create(SampleDB, { metadata: key, spec: { size: 2 } });
    await new SampleDBReconciler(client).reconcile(key, context);
    expect((await client.get(SampleDB, key)).spec.size).toBe(2);
  });

  it('has nothing to do for an object that is gone', async () => {
    const key = { name: 'gone', namespace: 'default' };
    await expect(client.get(SampleDB, key)).rejects.toSatisfy(isNotFound);
    await expect(new SampleDBReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
