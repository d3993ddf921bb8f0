import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Order } from '../../api/shop/v1/order.types.js';
import { OrderReconciler } from './order.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Order', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Order)).toEqual({
      group: 'shop.example.com',
      version: 'v1',
      kind: 'Order',
      plural: 'orders',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Order', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<Order>('config/samples/shop_v1_order.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Order, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new OrderReconciler(client).reconcile(key, context);
    expect((await client.get(Order, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Order, key)).rejects.toSatisfy(isNotFound);
    await expect(new OrderReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
