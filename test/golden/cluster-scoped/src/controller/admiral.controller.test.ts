import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Admiral } from '../api/v1/admiral.types.js';
import { AdmiralReconciler } from './admiral.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Admiral', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Admiral)).toEqual({
      group: 'fleet.example.org',
      version: 'v1',
      kind: 'Admiral',
      plural: 'admirales',
      scope: 'Cluster',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Admiral', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<Admiral>('config/samples/fleet_v1_admiral.yaml');
    const key = { name: sample.metadata.name };
    // Not created, because another test file can have the same object.
    await client.apply(Admiral, sample, { fieldManager: 'test' });
    await new AdmiralReconciler(client).reconcile(key, context);
    expect((await client.get(Admiral, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone' };
    await expect(client.get(Admiral, key)).rejects.toSatisfy(isNotFound);
    await expect(new AdmiralReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
