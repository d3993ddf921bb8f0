import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Widget } from '../api/v1alpha1/widget.types.js';
import { WidgetReconciler } from './widget.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Widget', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Widget)).toEqual({
      group: 'widgets.example.k8s.io',
      version: 'v1alpha1',
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Widget', () => {
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<Widget>('config/samples/widgets.example_v1alpha1_widget.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Widget, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new WidgetReconciler(client).reconcile(key, context);
    expect((await client.get(Widget, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Widget, key)).rejects.toSatisfy(isNotFound);
    await expect(new WidgetReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
