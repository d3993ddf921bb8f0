import { createClient, createLogger, resourceInfo, type Client } from '@operator-gen/runtime';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VmGroup } from '../api/v1alpha1/vmgroup.types.js';
import { startVmServer, type VmServer } from '../vm-service/server.js';
import { createVmService, readVmServiceConfig } from '../vm-service/vm-service.js';
import { finalizer, VmGroupReconciler } from './vmgroup.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('VmGroup', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(VmGroup)).toEqual({
      group: 'vm.codeconnect.vmworld.com',
      version: 'v1alpha1',
      kind: 'VmGroup',
      plural: 'vmgroups',
      scope: 'Namespaced',
    });
  });
});

describe('the configuration of the machine service', () => {
  it('comes from the environment, and says what is missing there', () => {
    const env = { VC_HOST: 'http://vc.example.com', VC_USER: 'operator', VC_PASS: 'secret' };
    expect(readVmServiceConfig(env)).toEqual({ host: 'http://vc.example.com', user: 'operator', password: 'secret' });
    expect(() => readVmServiceConfig({ ...env, VC_PASS: '' })).toThrow(/VC_PASS is not set.*vc-creds/);
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of VmGroup', () => {
  const credentials = { user: 'operator', password: 'secret' };
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;
  let server: VmServer;
  let reconciler: VmGroupReconciler;
  const status = async () => (await client.get(VmGroup, key)).status;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    key = { name: 'test', namespace: environment.namespace };
    client = createClient(environment.config, { fieldManager: 'test' });
    server = await startVmServer(credentials);
    reconciler = new VmGroupReconciler(client, createVmService({ host: server.url, ...credentials }));
  });
  afterAll(async () => {
    await server?.close();
    await environment?.stop();
  });

  it('makes the machines of a group, and says so', async () => {
    const spec = { cpu: 2, memory: 4, template: 'linux', replicas: 2 };
    await client.create(VmGroup, { metadata: key, spec });
    await reconciler.reconcile(key, context);
    const machine = { group: `${key.namespace}/test`, cpu: 2, memory: 4, template: 'linux' };
    expect([...server.machines.values()]).toMatchObject([machine, machine]);
    expect((await client.get(VmGroup, key)).metadata.finalizers).toEqual([finalizer]);
    expect(await status()).toEqual({
      phase: 'RUNNING',
      currentReplicas: 2,
      desiredReplicas: 2,
      lastMessage: '2 machines run',
    });
  });

  it('makes and removes machines until there are as many as asked for, each as asked for', async () => {
    for (const spec of [{ replicas: 5 }, { replicas: 1 }, { replicas: 2, cpu: 4 }]) {
      await client.patch(VmGroup, key, { spec });
      await reconciler.reconcile(key, context);
      expect(server.machines.size).toBe(spec.replicas);
    }
    expect([...server.machines.values()].map(({ cpu }) => cpu)).toEqual([4, 4]);
  });

  it('says that the service does not answer, and keeps a deleted group until its machines are gone', async () => {
    const port = Number(new URL(server.url).port);
    await server.close();
    await client.delete(VmGroup, key);
    await expect(reconciler.reconcile(key, context)).rejects.toThrow(/does not answer/);
    expect(await status()).toMatchObject({ phase: 'ERROR', lastMessage: expect.stringMatching(/does not answer/) });

    server = await startVmServer({ ...credentials, port, machines: server.machines });
    await reconciler.reconcile(key, context);
    expect(server.machines.size).toBe(0);
    expect(await client.getOrNull(VmGroup, key)).toBeNull();
  });

  it('says that the service refuses', async () => {
    const refused = { ...key, name: 'refused' };
    await client.create(VmGroup, { metadata: refused, spec: { cpu: 1, memory: 1, template: 'linux', replicas: 1 } });
    const wrong = createVmService({ host: server.url, user: 'operator', password: 'wrong' });
    await expect(new VmGroupReconciler(client, wrong).reconcile(refused, context)).rejects.toThrow(/refused: 401/);
    expect((await client.get(VmGroup, refused)).status?.phase).toBe('ERROR');
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
