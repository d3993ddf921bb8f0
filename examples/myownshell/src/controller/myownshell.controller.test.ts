import { createClient, createLogger, resourceInfo, type Client } from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MyOwnShell } from '../api/v1alpha1/myownshell.types.js';
import { finalizer, MyOwnShellReconciler } from './myownshell.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('MyOwnShell', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(MyOwnShell)).toEqual({
      group: 'my-first-operator.jgato.io',
      version: 'v1alpha1',
      kind: 'MyOwnShell',
      plural: 'myownshells',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of MyOwnShell', () => {
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;
  let reconciler: MyOwnShellReconciler;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    key = { name: 'test', namespace: environment.namespace };
    client = createClient(environment.config, { fieldManager: 'test' });
    reconciler = new MyOwnShellReconciler(client);
  });
  afterAll(() => environment?.stop());

  it('makes a Deployment of the size that is asked for, and follows it', async () => {
    await client.create(MyOwnShell, { metadata: key, spec: { size: 2 } });
    await reconciler.reconcile(key, context);
    const { metadata, spec } = await client.get(Deployment, key);
    expect(spec?.replicas).toBe(2);
    expect(metadata.finalizers).toEqual([finalizer]);
    expect((await client.get(MyOwnShell, key)).metadata.finalizers).toEqual([finalizer]);

    await client.patch(MyOwnShell, key, { spec: { size: 5 } });
    await reconciler.reconcile(key, context);
    expect((await client.get(Deployment, key)).spec?.replicas).toBe(5);
  });

  it('holds the Deployment until the shell is deleted', async () => {
    await client.delete(Deployment, key);
    await reconciler.reconcile(key, context);
    expect((await client.get(Deployment, key)).metadata.deletionTimestamp).toBeDefined();

    await client.delete(MyOwnShell, key);
    await reconciler.reconcile(key, context);
    expect(await client.getOrNull(Deployment, key)).toBeNull();
    expect(await client.getOrNull(MyOwnShell, key)).toBeNull();
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
