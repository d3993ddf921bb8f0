import { createClient, createLogger, resourceInfo, type Client } from '@operator-gen/runtime';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { Service } from '@operator-gen/runtime/k8s/core/v1';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebServer } from '../api/v1/webserver.types.js';
import { WebServerReconciler } from './webserver.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('WebServer', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(WebServer)).toEqual({
      group: 'my.domain',
      version: 'v1',
      kind: 'WebServer',
      plural: 'webservers',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of WebServer', () => {
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    key = { name: 'test', namespace: environment.namespace };
    client = createClient(environment.config, { fieldManager: 'test' });
  });
  afterAll(() => environment?.stop());

  it('makes a Deployment and a Service that the WebServer controls, and asks to be called again', async () => {
    const { metadata } = await client.create(WebServer, {
      metadata: key,
      spec: { replicas: 2, image: 'nginx:1.23.1' },
    });
    const result = await new WebServerReconciler(client).reconcile(key, context);

    const deployment = await client.get(Deployment, key);
    const service = await client.get(Service, { ...key, name: 'test-service' });
    expect(result).toEqual({ requeueAfter: 10_000 });
    expect(deployment.spec?.replicas).toBe(2);
    expect(deployment.spec?.template.spec?.containers[0]?.image).toBe('nginx:1.23.1');
    expect(service.spec?.selector).toEqual(deployment.spec?.selector.matchLabels);
    for (const owned of [deployment, service]) {
      expect(owned.metadata.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }]);
    }
  });

  it('puts back what was changed by hand', async () => {
    await client.patch(Deployment, key, { spec: { replicas: 7 } });
    await new WebServerReconciler(client).reconcile(key, context);
    expect((await client.get(Deployment, key)).spec?.replicas).toBe(2);
  });

  it('ignores an object that no longer exists', async () => {
    const gone = { ...key, name: 'gone' };
    await expect(new WebServerReconciler(client).reconcile(gone, context)).resolves.toBeUndefined();
  });
});
