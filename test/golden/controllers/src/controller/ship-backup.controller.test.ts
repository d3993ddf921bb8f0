import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ship } from '../api/v1/ship.types.js';
import { ShipBackupReconciler } from './ship-backup.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Ship', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Ship)).toEqual({
      group: 'my.domain',
      version: 'v1',
      kind: 'Ship',
      plural: 'ships',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Ship', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<Ship>('config/samples/_v1_ship.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Ship, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new ShipBackupReconciler(client).reconcile(key, context);
    expect((await client.get(Ship, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Ship, key)).rejects.toSatisfy(isNotFound);
    await expect(new ShipBackupReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
