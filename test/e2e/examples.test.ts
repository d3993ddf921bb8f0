import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse, parseAllDocuments } from 'yaml';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { examplePath, examples } from '../support/examples.js';
import { few } from '../support/few.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedApiServer();
const checkout = fileURLToPath(new URL('../..', import.meta.url));

const yamlFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .toSorted()
    .map((path) => join(folder, path));
const isCrdFile = (path: string): boolean => /\/config\/crd\/bases\//.test(path);
const isSample = (path: string): boolean => /\/config\/samples\/(?!kustomization)/.test(path);
const read = (path: string): any => parse(readFileSync(path, 'utf8'));

const exampleCrds = examples.flatMap(({ path }) => yamlFiles(path).filter(isCrdFile));

describe('every example', () => {
  few(1).each(examples)('$name lints, is formatted and type-checks as its own rules say', async ({ path }) => {
    const { exitCode, all } = await execa('npm', ['run', '--silent', 'lint'], { cwd: path, all: true, reject: false });
    expect(exitCode, all).toBe(0);
  });
});

describe.skipIf(!shared.available)('the API of every example', { ...story, timeout: 120_000 }, () => {
  let cluster: ControlPlaneAccess;

  const kubectl = (...args: string[]): Promise<string> => cluster.kubectl(args);
  const json = async (...args: string[]): Promise<any> => JSON.parse(await kubectl(...args, '-o', 'json'));
  /** Writes objects, or tries to: every field that the API server does not know is an error. */
  const apply = (object: object, ...flags: string[]): Promise<string> =>
    cluster.kubectl(['apply', '--server-side', '--validate=strict', ...flags, '-f', '-'], {
      input: JSON.stringify(object),
    });
  /** Tries to make a new object, to see what is said against it. */
  const create = (object: object): Promise<string> =>
    cluster.kubectl(['create', '--dry-run=server', '-f', '-'], {
      input: JSON.stringify({ ...object, metadata: { name: 'refused' } }),
    });
  const merge = (object: string, patch: object, ...flags: string[]): Promise<string> =>
    kubectl('patch', object, '--type=merge', '-p', JSON.stringify(patch), ...flags);
  /** Lines of `kubectl get` as cells: columns stand three blanks apart. */
  const table = async (...args: string[]): Promise<string[][]> =>
    (await kubectl('get', ...args)).split('\n').map((line) => line.trim().split(/\s{2,}/));
  const applyCrd = (path: string, ...flags: string[]): Promise<string> =>
    kubectl('apply', '--server-side', ...flags, '-f', path);

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    for (const path of exampleCrds) await applyCrd(path);
    await kubectl('wait', '--for=condition=Established', 'crd', ...exampleCrds.map(nameOf), '--timeout=30s');
  });

  const nameOf = (path: string): string => read(path).metadata.name;

  it.each(exampleCrds.map((path) => ({ name: nameOf(path), path })))(
    '$name is as the generator wrote it, and nothing is wrong with it',
    async ({ name, path }) => {
      const { spec, status } = await json('get', 'crd', name);
      const conditions = Object.fromEntries(status.conditions.map((each: any) => [each.type, each.status]));
      expect(conditions).toMatchObject({ Established: 'True', NamesAccepted: 'True' });
      expect(conditions).not.toHaveProperty('NonStructuralSchema');
      // What the API server adds are defaults: nothing that was generated is dropped or changed.
      expect(spec).toMatchObject(read(path).spec);
    },
  );

  it.each(examples)('the samples of $name are accepted as they are', async ({ path }) => {
    const folder = join(path, 'config/samples');
    const said = await kubectl('apply', '--server-side', '--validate=strict', '-k', folder);
    expect(said.match(/-sample(-v2)? serverside-applied/g)).toHaveLength(yamlFiles(folder).filter(isSample).length);
    await kubectl('delete', '-k', folder);
  });

  it.each(examples)('$name can be built as a whole, its CRDs included', async ({ path }) => {
    const built = parseAllDocuments(await kubectl('kustomize', join(path, 'config/default')));
    const kinds = built.map((document) => document.toJS().kind);
    expect(kinds).toEqual(expect.arrayContaining(['CustomResourceDefinition', 'Deployment', 'ClusterRole']));
  });

  it.each(examples)('the samples of $name that the generator makes are accepted too', async ({ path }) => {
    const folder = makeTemporaryFolder();
    try {
      cpSync(path, folder.path, { recursive: true });
      for (const each of yamlFiles(folder.path).filter(isSample)) rmSync(each);
      await execa(process.execPath, [join(checkout, 'bin/operator-gen.js'), 'manifests', '--quiet'], {
        cwd: folder.path,
      });
      const made = yamlFiles(folder.path).filter(isSample);
      expect(made).toHaveLength(yamlFiles(path).filter(isSample).length);
      for (const each of made)
        expect(await apply(read(each), '--dry-run=server')).toMatch(/-sample(-v\d\w*)? serverside-applied/);
    } finally {
      folder.remove();
    }
  });

  it('takes every CRD that is generated, of the examples and of the golden projects', async () => {
    const golden = yamlFiles(goldenFolder).filter(isCrdFile);
    expect(golden.length).toBeGreaterThan(3);
    for (const path of [...exampleCrds, ...golden]) {
      expect(await applyCrd(path, '--dry-run=server', '--force-conflicts'), path).toContain('(server dry run)');
    }
  });

  describe('VmGroup', () => {
    const spec = { cpu: 2, memory: 4, template: 'ubuntu-24.04', replicas: 3 };
    const vmGroup = (name: string, changes: object = {}) => ({
      apiVersion: 'vm.codeconnect.vmworld.com/v1alpha1',
      kind: 'VmGroup',
      metadata: { name },
      spec: { ...spec, ...changes },
    });
    const headings = ['NAME', 'PHASE', 'CURRENT', 'DESIRED', 'CPU', 'MEMORY', 'TEMPLATE', 'LAST_MESSAGE'];

    beforeAll(async () => {
      if (shared.available) await apply(vmGroup('x'));
    });

    it('shows its seven columns in order, and the status that its subresource was given', async () => {
      const status = { phase: 'RUNNING', currentReplicas: 2, desiredReplicas: 3, lastMessage: 'made x-1' };
      await merge('vg/x', { status }, '--subresource=status');
      const [shown, values] = await table('vg', 'x');
      expect(shown).toEqual(headings);
      expect(values).toEqual(['x', 'RUNNING', '2', '3', '2', '4', 'ubuntu-24.04', 'made x-1']);
    });

    it('keeps the status out of the reach of those who write the object, and refuses a phase that is none', async () => {
      await merge('vg/x', { status: { phase: 'ERROR' } });
      expect((await json('get', 'vg/x')).status.phase).toBe('RUNNING');
      const sleeping = merge('vg/x', { status: { phase: 'SLEEPING' } }, '--subresource=status');
      await expect(sleeping).rejects.toThrow(/status\.phase: Unsupported value: "SLEEPING"/);
    });

    it('is scaled, and tells the scale of its status', async () => {
      await kubectl('scale', 'vg/x', '--replicas=5');
      expect((await json('get', 'vg/x')).spec).toEqual({ ...spec, replicas: 5 });
      const scale = await json('get', 'vg/x', '--subresource=scale');
      expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 3 } });
    });

    it('is refused outside of its limits', async () => {
      for (const [changes, says] of [
        [{ cpu: 0 }, /spec\.cpu: Invalid value: 0: .*greater than or equal to 1/],
        [{ cpu: 5 }, /spec\.cpu: Invalid value: 5: .*less than or equal to 4/],
        [{ memory: 9 }, /spec\.memory: Invalid value: 9: .*less than or equal to 8/],
        [{ replicas: 0 }, /spec\.replicas: Invalid value: 0: .*greater than or equal to 1/],
        [{ cpu: '2' }, /spec\.cpu: Invalid value: "string": .*must be of type integer/],
        [{ gpu: 1 }, /unknown field "spec\.gpu"/],
      ] as const) {
        await expect(create(vmGroup('x', changes))).rejects.toThrow(says);
      }
    });

    it.each(Object.keys(spec))('is refused without %s', async (field) => {
      await expect(create(vmGroup('x', { [field]: undefined }))).rejects.toThrow(`spec.${field}: Required value`);
    });

    it('is explained in the words of its doc comments', async () => {
      await vi.waitFor(
        async () => {
          const cpu = await kubectl('explain', 'vmgroup.spec.cpu');
          expect(cpu).toMatch(/FIELD: cpu <integer>/);
          expect(cpu).toMatch(/DESCRIPTION:\s+The number of processors of each machine\./);
        },
        { timeout: 30_000, interval: 500 },
      );
      expect(await kubectl('explain', 'vmgroup.spec')).toMatch(/cpu\s+<integer> -required-/);
      const phase = await kubectl('explain', 'vg.status.phase');
      expect(phase).toMatch(/FIELD: phase <string>/);
      expect(phase).toMatch(/ENUM:\s+PENDING\s+RUNNING\s+ERROR/);
    });
  });

  it('MyOwnShell has a group with a hyphen, and a size that is required', async () => {
    const shell = (spec: object) => ({
      apiVersion: 'my-first-operator.jgato.io/v1alpha1',
      kind: 'MyOwnShell',
      metadata: { name: 'shells' },
      spec,
    });
    await apply(shell({ size: 3 }));
    await merge('myownshell/shells', { spec: { size: 2 } });
    expect((await json('get', 'myownshells.my-first-operator.jgato.io', 'shells')).spec).toEqual({ size: 2 });
    await expect(create(shell({}))).rejects.toThrow('spec.size: Required value');
    await expect(create(shell({ size: -1 }))).rejects.toThrow(/spec\.size: Invalid value: -1/);
    // One more than 32 bits hold.
    await expect(create(shell({ size: 2 ** 31 }))).rejects.toThrow(/type integer with format int32 in spec\.size/);
  });

  describe('Database', () => {
    const sample = () => read(examplePath('database', 'config/samples/stable_v1_database.yaml'));

    it('keeps a property with a hyphen, and shows it', async () => {
      await apply(sample());
      const { spec } = await json('get', 'db', 'database-sample');
      expect(spec).toMatchObject({ port: 5432, 'storage-size': '50G', replicas: 3 });
      await merge('db/database-sample', { spec: { 'storage-size': '60G' } });
      const [headings, values] = await table('db');
      expect(headings).toEqual(['NAME', 'PORT', 'STORAGE', 'REPLICAS']);
      expect(values).toEqual(['database-sample', '5432', '60G', '3']);
      expect(await kubectl('get', 'db/database-sample', '-o', 'jsonpath={.spec.storage-size}')).toBe('60G');
    });

    it('is refused under a group that is mistyped', async () => {
      const mistyped = { ...sample(), apiVersion: 'stable.imaginedata.co/v1' };
      const input = JSON.stringify(mistyped);
      const created = cluster.kubectl(['create', '--dry-run=server', '-f', '-'], { input, discoveryTimeout: 0 });
      await expect(created).rejects.toThrow(/no matches for kind "Database" in version "stable\.imaginedata\.co/);
    });
  });

  describe('SampleDB', () => {
    const key = 'sampledb/orders';
    const secretRef = { name: 'backup-store' };
    const sampleDB = (changes: object = {}) => ({
      apiVersion: 'databases.example.com/v1alpha1',
      kind: 'SampleDB',
      metadata: { name: 'orders' },
      spec: { version: '2.1', storage: {}, ...changes },
    });

    it('has every default filled in, also those of a part that is there', async () => {
      await apply(sampleDB({ backup: { schedule: '0 3 * * *', secretRef } }));
      expect((await json('get', key)).spec).toEqual({
        version: '2.1',
        replicas: 1,
        database: 'app',
        storage: { size: '1Gi' },
        backup: { schedule: '0 3 * * *', keep: 7, secretRef },
        deletionPolicy: 'Snapshot',
      });
    });

    it('takes the connection data of its backups from one place', async () => {
      const backup = { schedule: '0 3 * * *' };
      const both = { ...backup, secretRef, configMapRef: secretRef };
      for (const wrong of [backup, both]) {
        await expect(create(sampleDB({ backup: wrong }))).rejects.toThrow(/exactly one of the fields/);
      }
    });

    it('is upgraded, and never goes back', async () => {
      await merge(key, { spec: { version: '10.0' } });
      const back = merge(key, { spec: { version: '9.4' } });
      await expect(back).rejects.toThrow(/cannot go back to an earlier major version/);
      await expect(merge(key, { spec: { version: 'ten' } })).rejects.toThrow(/spec\.version: Invalid value/);
    });

    it('keeps what is said once, and takes quantities of any form', async () => {
      await expect(merge(key, { spec: { database: 'other' } })).rejects.toThrow(/field is immutable/);
      await merge(key, { spec: { storage: { size: 2147483648, className: 'fast' } } });
      await merge(key, { spec: { storage: { size: '2.5Gi' } } });
      await expect(merge(key, { spec: { storage: { className: 'slow' } } })).rejects.toThrow(/field is immutable/);
      await expect(merge(key, { spec: { storage: { className: null } } })).rejects.toThrow(/immutable once set/);
      await expect(merge(key, { spec: { storage: { size: '2 GB' } } })).rejects.toThrow(/storage\.size: Invalid value/);
    });

    it('is scaled, and shows when it was backed up', async () => {
      await kubectl('scale', key, '--replicas=2');
      expect((await json('get', key)).spec.replicas).toBe(2);
      const status = { phase: 'Running', version: '10.0', readyReplicas: 2, lastBackupTime: new Date().toISOString() };
      await merge(key, { status }, '--subresource=status');
      const [headings, values] = await table('sdb');
      expect(headings).toEqual(['NAME', 'PHASE', 'VERSION', 'READY', 'LAST_BACKUP']);
      expect(values?.slice(0, 4)).toEqual(['orders', 'Running', '10.0', '2']);
      expect(values?.[4]).toMatch(/^\d+s$/);
    });
  });

  describe('Memcached', () => {
    const memcached = (spec: object) => ({
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: { name: 'cache' },
      spec,
    });

    it('has one to three Pods', async () => {
      for (const size of [1, 3]) await apply(memcached({ size }));
      await expect(create(memcached({ size: 0 }))).rejects.toThrow(/spec\.size: Invalid value: 0/);
      await expect(create(memcached({ size: 4 }))).rejects.toThrow(/spec\.size: Invalid value: 4/);
      expect((await json('get', 'memcached/cache')).spec).toEqual({ size: 3, containerPort: 11211 });
    });

    it('merges its conditions by type when several write them', async () => {
      const condition = (type: string, status: string) => ({
        type,
        status,
        reason: 'Reconciled',
        message: '',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      });
      const writes = [
        ['available', condition('Available', 'True')],
        ['degraded', condition('Degraded', 'False')],
        ['available', condition('Available', 'False')],
      ] as const;
      for (const [manager, written] of writes) {
        const { spec: _, ...object } = memcached({});
        const status = { conditions: [written] };
        await apply({ ...object, spec: { size: 3 }, status }, '--subresource=status', `--field-manager=${manager}`);
      }
      const { status } = await json('get', 'memcached/cache');
      expect(status.conditions.map((each: any) => `${each.type}=${each.status}`)).toEqual([
        'Available=False',
        'Degraded=False',
      ]);
      const twice = { conditions: [condition('Available', 'True'), condition('Available', 'False')] };
      await expect(merge('memcached/cache', { status: twice }, '--subresource=status')).rejects.toThrow(
        /Duplicate value: .*Available/,
      );
    });
  });

  describe('CronJob', () => {
    const resource = (version: string, name: string) => `cronjobs.${version}.batch.example.com/${name}`;
    const jobTemplate = {
      metadata: { labels: { app: 'greeting' } },
      spec: {
        backoffLimit: 2,
        template: {
          metadata: { annotations: { note: 'kept' } },
          spec: {
            restartPolicy: 'OnFailure',
            containers: [
              {
                name: 'greeting',
                image: 'busybox:1.37',
                command: ['echo', 'good morning'],
                env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
                resources: { limits: { cpu: '500m', memory: '64Mi' } },
                livenessProbe: { httpGet: { path: '/', port: 'http' } },
              },
            ],
            volumes: [{ name: 'scratch', emptyDir: { sizeLimit: '1Gi' } }],
          },
        },
      },
    };
    const cronJob = (version: string, name: string, spec: object) => ({
      apiVersion: `batch.example.com/${version}`,
      kind: 'CronJob',
      metadata: { name },
      spec: { jobTemplate, ...spec },
    });
    const v1 = (name: string, spec: object = {}) => cronJob('v1', name, { schedule: '*/5 * * * *', ...spec });

    it('is written as v1 and read back as v1, with its Job template and the defaults', async () => {
      await apply(v1('greeting'));
      const { apiVersion, spec } = await json('get', resource('v1', 'greeting'));
      expect(apiVersion).toBe('batch.example.com/v1');
      expect(spec.schedule).toBe('*/5 * * * *');
      expect(spec.concurrencyPolicy).toBe('Allow');
      // Beside what was said, the template has what its types have as defaults.
      expect(spec.jobTemplate).toMatchObject(jobTemplate);
    });

    it('is served in both versions, and stored in v1', async () => {
      const { spec, status } = await json('get', 'crd', 'cronjobs.batch.example.com');
      expect(status.storedVersions).toEqual(['v1']);
      expect(spec.conversion).toEqual({ strategy: 'None' });
      const served = JSON.parse(await kubectl('get', '--raw', '/apis/batch.example.com'));
      expect(served.versions.map((each: any) => each.version)).toEqual(['v2', 'v1']);
      // Its schedule would have to be converted, which nothing does yet: all else is the same in both versions.
      await apply(cronJob('v2', 'nightly', { schedule: { minute: '0', hour: '4' } }));
      const nightly = await json('get', resource('v2', 'nightly'));
      expect(nightly).toMatchObject({
        apiVersion: 'batch.example.com/v2',
        spec: { jobTemplate, concurrencyPolicy: 'Allow' },
      });
      expect((await json('get', resource('v2', 'greeting'))).spec.jobTemplate).toMatchObject(jobTemplate);
    });

    it('shows the schedule in the version that has it in one line', async () => {
      const [headings, values] = await table(resource('v1', 'greeting'));
      expect(headings).toEqual(['NAME', 'SCHEDULE', 'SUSPEND', 'LAST_SCHEDULE']);
      expect(values?.slice(0, 2)).toEqual(['greeting', '*/5 * * * *']);
    });

    it('loses what its types do not know, however deep', async () => {
      const { spec } = structuredClone(v1('unknown')) as any;
      spec.favorite = 'tea';
      spec.jobTemplate.spec.template.spec.containers[0].color = 'green';
      const unknown = JSON.stringify({ ...v1('unknown'), spec });
      await cluster.kubectl(['create', '--validate=ignore', '-f', '-'], { input: unknown });
      const stored = await json('get', resource('v1', 'unknown'));
      expect(stored.spec).not.toHaveProperty('favorite');
      expect(stored.spec.jobTemplate.spec.template.spec.containers[0]).not.toHaveProperty('color');
      expect(stored.spec.jobTemplate).toMatchObject(jobTemplate);
      await expect(cluster.kubectl(['create', '-f', '-'], { input: unknown })).rejects.toThrow(
        /unknown field "spec\.favorite".*unknown field "spec\.jobTemplate\.spec\.template\.spec\.containers\[0\]\.color"/s,
      );
    });

    it('is refused where the values are wrong', async () => {
      const container = { ...jobTemplate.spec.template.spec.containers[0], name: undefined };
      const template = { spec: { containers: [container] } };
      for (const [spec, says] of [
        [{ concurrencyPolicy: 'Queue' }, /concurrencyPolicy: Unsupported value: "Queue"/],
        [{ startingDeadlineSeconds: -1 }, /startingDeadlineSeconds: Invalid value: -1/],
        [{ successfulJobsHistoryLimit: -1 }, /successfulJobsHistoryLimit: Invalid value: -1/],
        [{ failedJobsHistoryLimit: -1 }, /failedJobsHistoryLimit: Invalid value: -1/],
        [{ schedule: '' }, /schedule: Invalid value: ""/],
        [{ schedule: 5 }, /schedule: Invalid value: "integer": .*must be of type string/],
        [{ jobTemplate: undefined }, /jobTemplate: Required value/],
        [{ jobTemplate: { spec: { template } } }, /containers\[0\]\.name: Required value/],
      ] as const) {
        await expect(create(v1('x', spec)), JSON.stringify(spec)).rejects.toThrow(says);
      }
      await expect(create(cronJob('v2', 'x', { schedule: { minute: '' } }))).rejects.toThrow(/schedule\.minute/);
    });

    it('refers to the Jobs that run, and tells when it last started one', async () => {
      const active = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'greeting-1', namespace: 'default' }];
      const status = { active, lastScheduleTime: '2026-01-01T00:05:00Z' };
      await merge(resource('v1', 'greeting'), { status }, '--subresource=status');
      expect((await json('get', resource('v1', 'greeting'))).status).toEqual(status);
    });
  });

  describe('Foo', () => {
    const foo = (spec: object) => ({
      apiVersion: 'samplecontroller.k8s.io/v1alpha1',
      kind: 'Foo',
      metadata: { name: 'one' },
      spec: { deploymentName: 'one', ...spec },
    });

    it('has one to ten replicas, and one when none is said', async () => {
      await apply(foo({}));
      expect((await json('get', 'foo/one')).spec).toEqual({ deploymentName: 'one', replicas: 1 });
      for (const replicas of [10, 1]) await apply(foo({ replicas }));
      for (const replicas of [0, 11])
        await expect(create(foo({ replicas }))).rejects.toThrow(/spec\.replicas: Invalid value/);
      await expect(create(foo({ deploymentName: undefined }))).rejects.toThrow('spec.deploymentName: Required value');
    });

    it('is in a protected group: refused without the annotation, and known as unapproved with it', async () => {
      const { status } = await json('get', 'crd', 'foos.samplecontroller.k8s.io');
      expect(status.conditions).toContainEqual(expect.objectContaining({ reason: 'UnapprovedAnnotation' }));
      const crd = read(exampleCrds.find((path) => path.includes('/foo/'))!);
      delete crd.metadata.annotations['api-approved.kubernetes.io'];
      crd.spec.names = { kind: 'Bar', plural: 'bars' };
      crd.metadata.name = 'bars.samplecontroller.k8s.io';
      await expect(apply(crd)).rejects.toThrow(/api-approved\.kubernetes\.io/);
    });
  });
});
