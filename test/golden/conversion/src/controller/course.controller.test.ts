import {
  createClient,
  createLogger,
  createManager,
  isNotFound,
  resourceInfo,
  type Client,
} from '@operator-gen/runtime';
import {
  findTestAssets,
  joinTestEnvironment,
  readObject,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Course } from '../api/v1beta1/course.types.js';
import { registerWebhooks, type Dependencies } from '../register.js';
import { CourseReconciler } from './course.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('Course', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(Course)).toEqual({
      group: 'school.example.edu',
      version: 'v1beta1',
      kind: 'Course',
      plural: 'courses',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of Course', () => {
  const stop = new AbortController();
  let ended: Promise<void> | undefined;
  let environment: JoinedTestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    // As in a cluster, the API server calls the operator to convert objects.
    const manager = await createManager({
      config: environment.config,
      webhook: environment.webhookServerOptions,
      log: context.log,
    });
    // Conversions need no dependencies. Pass those of other webhooks if your tests call them.
    await registerWebhooks(manager, {} as Dependencies);
    ended = manager.start(stop.signal);
    await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);
    client = createClient(environment.config);
  });
  afterAll(async () => {
    stop.abort();
    await ended;
    await environment?.stop();
  });

  it('reconciles an object', async () => {
    const sample = await readObject<Course>('config/samples/school_v1beta1_course.yaml');
    const key = { name: sample.metadata.name, namespace: environment.namespace };
    await client.create(Course, { ...sample, metadata: { ...sample.metadata, ...key } });
    await new CourseReconciler(client).reconcile(key, context);
    expect((await client.get(Course, key)).metadata.name).toBe(key.name);
  });

  it('ignores an object that no longer exists', async () => {
    const key = { name: 'gone', namespace: environment.namespace };
    await expect(client.get(Course, key)).rejects.toSatisfy(isNotFound);
    await expect(new CourseReconciler(client).reconcile(key, context)).resolves.toBeUndefined();
  });
});
