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
import { MyOwnShell } from '../api/v1alpha1/myownshell.types.js';
import { MyOwnShellReconciler } from './myownshell.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('MyOwnShell', () => {
  it('is known to the API server under its group, version and plural', () => {
    expect(resourceInfo(MyOwnShell)).toEqual({
      group: 'my-first-operator.jgato.io',
      version: 'v1alpha1',
      kind: 'MyOwnShell',
      plural: 'myownshells',
      scope: 'Namespaced',
    });
  });
});

// A real etcd and kube-apiserver; without them this part is skipped, and says how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of MyOwnShell', () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: ['config/crd/bases'] });
    client = createClient(createTransport(loadConfig({ kubeconfig: environment.kubeconfigPath })));
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const key = { name: 'test', namespace: 'default' };
    await client.create(MyOwnShell, { metadata: key, spec: { size: 2 } });
    await new MyOwnShellReconciler(client).reconcile(key, context);
    expect((await client.get(MyOwnShell, key)).spec.size).toBe(2);
  });

  it('has nothing to do for an object that is gone', async () => {
    const key = { name: 'gone', namespace: 'default' };
    await expect(client.get(MyOwnShell, key)).rejects.toSatisfy(isNotFound);
    await expect(new MyOwnShellReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
