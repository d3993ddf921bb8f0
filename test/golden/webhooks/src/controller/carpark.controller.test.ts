import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CarPark } from '../api/v1/carpark.types.js';
import { CarParkReconciler } from './carpark.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('CarPark', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(CarPark)).toEqual({
      group: 'parking.example.net',
      version: 'v1',
      kind: 'CarPark',
      plural: 'carparks',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of CarPark', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<CarPark>('config/samples/parking_v1_carpark.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(CarPark, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new CarParkReconciler(client).reconcile(key, context);
    expect((await client.get(CarPark, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(CarPark, key)).rejects.toSatisfy(isNotFound);
    await expect(new CarParkReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
