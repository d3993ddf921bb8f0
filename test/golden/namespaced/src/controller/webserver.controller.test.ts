import { createClient, createLogger, isNotFound, resourceInfo, type Client } from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
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
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    client = createClient(environment.config);
  });
  afterAll(() => environment?.stop());

  it('reconciles an object', async () => {
    const sample = await readObject<WebServer>('config/samples/_v1_webserver.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(WebServer, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new WebServerReconciler(client).reconcile(key, context);
    expect((await client.get(WebServer, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(WebServer, key)).rejects.toSatisfy(isNotFound);
    await expect(new WebServerReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
