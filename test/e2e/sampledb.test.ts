import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { makeExampleProject, type ExampleProject } from '../support/example-operator.js';
import { full } from '../support/few.js';
import { isFull } from '../support/seed.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();

describe.skipIf(!shared.available)('the SampleDB operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const apply = (object: object) => cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  const connection = { secretRef: { name: 'backup-store' } };
  const sampleDB = (changes: object = {}) => ({
    apiVersion: 'databases.example.com/v1alpha1',
    kind: 'SampleDB',
    metadata: { name: 'orders', namespace: 'db-test' },
    spec: { version: '17.2', storage: {}, backup: { schedule: '* * * * *', ...connection }, ...changes },
  });
  // No program provides volumes here: the test does.
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'orders' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/data/orders' },
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { namespace: 'db-test', name: 'orders-data' },
    },
  };
  const names = async (what: string) => (await get(what)).items.map((each: any) => each.metadata.name).toSorted();
  const get = (...what: string[]) => json('get', '-n', 'db-test', ...what);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'sampledb');
    await project.deploy();
    operator = await project.start();
    await cluster.kubectl(['create', 'namespace', 'db-test']);
    await apply(volume);
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
  });

  full('has generated files that follow from its sources, type-checks, and passes its own tests', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 6, skipped: 0 });
  });

  it('gets a PersistentVolumeClaim, a StatefulSet, and a Job for the first configuration', async () => {
    await apply(sampleDB());
    await eventually(async () => expect((await get('sdb', 'orders')).status?.phase).toBe('Running'));
    expect((await get('persistentvolumeclaim', 'orders-data')).status.phase).toBe('Bound');
    expect((await get('statefulset', 'orders')).status.readyReplicas).toBe(1);
    expect((await get('job', 'orders-configure')).status.succeeded).toBe(1);
    expect((await get('sdb', 'orders')).status).toMatchObject({ version: '17.2', readyReplicas: 1 });
  });

  it('is upgraded by a Job, and its servers follow', async () => {
    await apply(sampleDB({ version: '18.0' }));
    await eventually(async () => expect((await get('sdb', 'orders')).status.version).toBe('18.0'));
    expect((await get('job', 'orders-upgrade-18-0')).status.succeeded).toBe(1);
    await eventually(async () => {
      const [pod] = (await get('pods', '-l', 'app.kubernetes.io/name=sampledb,app.kubernetes.io/component!=task'))
        .items;
      expect(pod.spec.containers[0].image).toBe('postgres:18.0');
    });
  });

  it('is copied on its schedule, with the connection from the Secret', { timeout: 100_000 }, async () => {
    const { spec } = await get('cronjob', 'orders-backup');
    expect(spec.schedule).toBe('* * * * *');
    expect(spec.jobTemplate.spec.template.spec.containers[0].envFrom).toEqual([connection]);
    // The controller manager starts it when the minute is full, for which `npm test` does not wait.
    if (!isFull)
      await cluster.kubectl(['create', 'job', 'backup-now', '--from=cronjob/orders-backup', '-n', 'db-test']);
    await eventually(async () => expect((await get('sdb', 'orders')).status.lastBackupTime).toBeDefined(), 80_000);
  });

  it('makes a last copy when it is deleted, and then removes its servers and its volume', async () => {
    await cluster.kubectl(['delete', 'sdb', 'orders', '-n', 'db-test', '--timeout=50s']);
    // The object can be gone before the line has arrived.
    expect(await operator.waitForLine('removed the database')).toMatchObject({ saved: true });
    const jobs = operator.lines.filter(({ msg }) => msg === 'starting a Job').map(({ task }) => task);
    expect(jobs).toEqual(['configure', 'upgrade', 'snapshot']);
    expect(await names('statefulsets')).toEqual([]);
    expect(await names('persistentvolumeclaims')).toEqual([]);
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await operator.stop()).toBe(0);
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });
});
