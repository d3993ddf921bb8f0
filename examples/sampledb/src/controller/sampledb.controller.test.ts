import {
  createClient,
  createLogger,
  findStatusCondition,
  resourceInfo,
  type Client,
  type KindHandle,
  type KubernetesObject,
  type Request,
} from '@operator-gen/runtime';
import { StatefulSet } from '@operator-gen/runtime/k8s/apps/v1';
import { CronJob, Job } from '@operator-gen/runtime/k8s/batch/v1';
import { PersistentVolumeClaim } from '@operator-gen/runtime/k8s/core/v1';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleDB } from '../api/v1alpha1/sampledb.types.js';
import { SampleDBReconciler } from './sampledb.controller.js';

const context = {
  signal: new AbortController().signal,
  log: createLogger({ write: () => undefined }),
  reconcileID: 'test',
};

describe('SampleDB', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(SampleDB)).toEqual({
      group: 'databases.example.com',
      version: 'v1alpha1',
      kind: 'SampleDB',
      plural: 'sampledbs',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of SampleDB', () => {
  let environment: JoinedTestEnvironment;
  let key: { readonly name: string; readonly namespace: string };
  let client: Client;
  let reconciler: SampleDBReconciler;
  const status = async () => (await client.get(SampleDB, key)).status;
  const reconcile = () => reconciler.reconcile(key, context);

  /** What the controllers of a cluster would say; there are none here. */
  const serversAreReady = () => client.status.patch(StatefulSet, key, { status: { replicas: 1, readyReplicas: 1 } });
  async function endJob(name: string, type: 'Complete' | 'Failed'): Promise<void> {
    const now = new Date().toISOString();
    const condition = (of: string) => ({ type: of, status: 'True', lastTransitionTime: now });
    const before = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const times = type === 'Complete' ? { startTime: now, completionTime: now } : { startTime: now };
    const ended = { ...times, conditions: [condition(before), condition(type)] };
    await client.status.patch(Job, { ...key, name }, { status: ended });
  }
  async function isBeingDeleted<T extends KubernetesObject>(kind: KindHandle<T>, of: Request): Promise<void> {
    expect((await client.get(kind, of)).metadata).toMatchObject({ deletionTimestamp: expect.any(String) });
    // The garbage collector would do so when all that it owns is gone.
    await client.patch(kind, of, { metadata: { finalizers: null } });
  }

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    key = { name: 'test', namespace: environment.namespace };
    client = createClient(environment.config, { fieldManager: 'test' });
    reconciler = new SampleDBReconciler(client);
  });
  afterAll(() => environment?.stop());

  it('makes a volume and servers, and configures them once they are ready', async () => {
    const spec = { version: '17.2', storage: { size: '2Gi' } };
    await client.apply(SampleDB, { metadata: key, spec } as never);
    await reconcile();
    const claim = await client.get(PersistentVolumeClaim, { ...key, name: 'test-data' });
    expect(claim.spec?.resources?.requests).toEqual({ storage: '2Gi' });
    expect((await client.get(StatefulSet, key)).spec?.template.spec?.containers[0]?.image).toBe('postgres:17.2');
    expect(await client.getOrNull(Job, { ...key, name: 'test-configure' })).toBeNull();
    expect(await status()).toMatchObject({ phase: 'Configuring', readyReplicas: 0 });

    await serversAreReady();
    await reconcile();
    await endJob('test-configure', 'Complete');
    await reconcile();
    expect(await status()).toMatchObject({ phase: 'Running', version: '17.2', readyReplicas: 1 });
  });

  it('makes copies on a schedule, with the connection from where the spec says, until it says nothing', async () => {
    const backup = { schedule: '0 3 * * *', secretRef: { name: 'store' } };
    await client.patch(SampleDB, key, { spec: { backup } });
    await reconcile();
    const { spec } = await client.get(CronJob, { ...key, name: 'test-backup' });
    expect(spec.schedule).toBe('0 3 * * *');
    expect(spec.jobTemplate.spec?.template.spec?.containers[0]?.envFrom).toEqual([{ secretRef: { name: 'store' } }]);

    const lastSuccessfulTime = '2026-01-01T03:00:07Z';
    await client.status.patch(CronJob, { ...key, name: 'test-backup' }, { status: { lastSuccessfulTime } });
    await reconcile();
    expect((await status())?.lastBackupTime).toBe(lastSuccessfulTime);

    await client.patch(SampleDB, key, { spec: { backup: null } });
    await reconcile();
    await isBeingDeleted(CronJob, { ...key, name: 'test-backup' });
    expect((await status())?.lastBackupTime).toBe(lastSuccessfulTime);
  });

  it('brings the data to a new version before the servers run it, and says when that fails', async () => {
    await client.patch(SampleDB, key, { spec: { version: '18.0' } });
    await reconcile();
    const image = async () => (await client.get(StatefulSet, key)).spec?.template.spec?.containers[0]?.image;
    expect(await image()).toBe('postgres:17.2');
    expect(await status()).toMatchObject({ phase: 'Upgrading', version: '17.2' });

    await endJob('test-upgrade-18-0', 'Failed');
    await reconcile();
    expect(findStatusCondition((await status())?.conditions, 'Available')).toMatchObject({ reason: 'JobFailed' });
    await client.delete(Job, { ...key, name: 'test-upgrade-18-0' }, { propagationPolicy: 'Background' });
    await reconcile();
    await endJob('test-upgrade-18-0', 'Complete');
    await reconcile();
    expect(await image()).toBe('postgres:18.0');
    expect(await status()).toMatchObject({ phase: 'Running', version: '18.0' });
  });

  it('makes a last copy before it goes', async () => {
    await client.delete(SampleDB, key);
    await reconcile();
    expect((await status())?.phase).toBe('Snapshotting');
    expect((await client.get(StatefulSet, key)).metadata.deletionTimestamp).toBeUndefined();
    await endJob('test-snapshot', 'Complete');
    await reconcile();
    await isBeingDeleted(StatefulSet, key);
    await reconcile();
    const claim = await client.get(PersistentVolumeClaim, { ...key, name: 'test-data' });
    expect(claim.metadata.deletionTimestamp).toBeDefined();
    expect(await client.getOrNull(SampleDB, key)).not.toBeNull();
    await client.patch(PersistentVolumeClaim, claim.metadata, { metadata: { finalizers: null } });
    await reconcile();
    expect(await client.getOrNull(SampleDB, key)).toBeNull();
  });

  it('ignores an object that no longer exists', async () => {
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
