import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startVmServer, type VmServer } from '../../examples/vmgroup/src/vm-service/server.js';
import type { PlannedReconcile } from '../../runtime/src/plan/planned-reconcile.js';
import { startTestEnvironment, type TestEnvironment } from '../../runtime/src/testing/index.js';
import { auditedWrites, comparable, policyWithBodies } from '../support/audited-writes.js';
import { eventually } from '../support/eventually.js';
import { makeExampleProject, type ExampleProject } from '../support/example-operator.js';
import { examples } from '../support/examples.js';
import { startOperator } from '../support/operator-process.js';
import { isFull } from '../support/seed.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

/** Resources whose writes are not planned. */
const unplanned = new Set(['events', 'selfsubjectaccessreviews']);

const kinds = ['deployments', 'services', 'statefulsets', 'persistentvolumeclaims', 'jobs.batch', 'cronjobs.batch'];

type Spec = Readonly<Record<string, unknown>>;

/** Change of an example between two runs of its operator. */
interface Change {
  readonly kind: string;
  readonly spec: Spec;
  /** Merge patch of the object that the first run has reconciled. */
  readonly patch?: object;
  /** Merge patch of its status. */
  readonly status?: object;
  /** Replaced texts of source files: `[file, before, after]`. */
  readonly edits?: readonly (readonly [string, string, string])[];
  /** Path of a default in the schema of the first version, from `spec`, and its new value. */
  readonly newDefault?: readonly [string, unknown];
  readonly env?: Readonly<Record<string, string>>;
  readonly newEnv?: Readonly<Record<string, string>>;
  /** Whether the plan is also made of a file with the objects; `npm run test:full` does so for all examples. */
  readonly isFromFile?: boolean;
  /** Verbs and kinds that the second run writes, at least. */
  readonly writes: readonly string[];
}

const jobTemplate = (image: string) => ({
  spec: {
    managedBy: 'example.com/test',
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image }] } },
  },
});

let service: VmServer;
const credentials = { user: 'operator', password: 'secret' };
const vmService = () => ({ VC_HOST: service.url, VC_USER: credentials.user, VC_PASS: credentials.password });

const changes: Readonly<Record<string, () => Change>> = {
  cronjob: () => ({
    kind: 'CronJob',
    spec: { schedule: '0 0 1 1 *', suspend: true, jobTemplate: jobTemplate('busybox:1') },
    patch: { spec: { suspend: false, jobTemplate: jobTemplate('busybox:2') } },
    status: { lastScheduleTime: '2024-06-01T00:00:00Z' },
    newDefault: ['concurrencyPolicy', 'Forbid'],
    writes: ['create Job', 'update CronJob'],
  }),
  database: () => ({
    kind: 'Database',
    spec: { name: 'customers', port: 5432, 'storage-size': '50G', image: 'postgres:17', replicas: 3 },
    patch: { spec: { image: 'postgres:18' } },
    writes: [],
  }),
  foo: () => ({
    kind: 'Foo',
    spec: { deploymentName: 'NAME' },
    patch: { spec: { replicas: 3 } },
    edits: [['src/controller/foo.objects.ts', 'nginx:1.29', 'nginx:1.30']],
    newDefault: ['replicas', 2],
    writes: ['update Deployment', 'create Deployment', 'update Foo'],
  }),
  memcached: () => ({
    kind: 'Memcached',
    spec: { size: 1 },
    env: { MEMCACHED_IMAGE: 'memcached:1' },
    newEnv: { MEMCACHED_IMAGE: 'memcached:2' },
    newDefault: ['containerPort', 12_345],
    writes: ['update Deployment', 'create Deployment', 'update Memcached'],
  }),
  myownshell: () => ({
    kind: 'MyOwnShell',
    spec: { size: 1 },
    patch: { spec: { size: 2 } },
    edits: [['src/controller/myownshell.objects.ts', 'busybox:1.37', 'busybox:1.38']],
    writes: ['update Deployment', 'create Deployment', 'update MyOwnShell'],
  }),
  sampledb: () => ({
    kind: 'SampleDB',
    spec: { version: '16.0', storage: {}, backup: { schedule: '0 0 * * *', secretRef: { name: 'store' } } },
    edits: [['src/controller/sampledb.objects.ts', '`postgres:', '`example.com/postgres:']],
    newDefault: ['replicas', 2],
    isFromFile: true,
    writes: ['patch StatefulSet', 'patch CronJob', 'patch PersistentVolumeClaim', 'update SampleDB'],
  }),
  vmgroup: () => ({
    kind: 'VmGroup',
    spec: { cpu: 1, memory: 1, template: 'old', replicas: 2 },
    patch: { spec: { template: 'new', replicas: 3 } },
    env: vmService(),
    writes: ['update VmGroup'],
  }),
  webserver: () => ({
    kind: 'WebServer',
    spec: {},
    patch: { spec: { image: 'nginx:1.25.0' } },
    edits: [['src/controller/webserver.objects.ts', 'const port = 80;', 'const port = 8080;']],
    newDefault: ['image', 'nginx:1.24.0'],
    isFromFile: true,
    writes: ['patch Deployment', 'patch Service'],
  }),
};

describe.skipIf(!shared.available)('the plan of an example', { timeout: 120_000 }, () => {
  let environment: TestEnvironment;
  let cluster: ControlPlaneAccess;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    if (!shared.available) return;
    folder = makeTemporaryFolder();
    const policy = join(folder.path, 'policy.yaml');
    writeFileSync(policy, JSON.stringify(policyWithBodies));
    environment = await startTestEnvironment({ apiServerFlags: { 'audit-policy-file': policy } });
    cluster = accessControlPlane(environment);
    service = await startVmServer(credentials);
  });
  afterAll(async () => {
    await service?.close();
    await environment?.stop();
    folder?.remove();
  });

  const apply = (object: object) =>
    cluster.kubectl(['apply', '--server-side', '-f', '-'], { input: JSON.stringify(object) });
  const read = (path: string): any => parse(readFileSync(path, 'utf8'));

  /** Creates the CustomResourceDefinition and the role of an example; returns the kubeconfig of a user with that role. */
  async function install(project: ExampleProject, user: string): Promise<{ kubeconfig: string; crd: any }> {
    const crd = read(join(project.path, 'config/crd/bases', crdFile(project)));
    await environment.installCRDs(crd);
    const role = readRole(project);
    await apply({ ...role, metadata: { name: user } });
    await cluster.kubectl(['create', 'clusterrolebinding', user, `--clusterrole=${user}`, `--user=${user}`]);
    return { kubeconfig: await environment.addUser({ name: user, groups: [] }), crd };
  }

  const crdFile = (project: ExampleProject): string => readdirSync(join(project.path, 'config/crd/bases'))[0]!;

  /** Returns the generated role with all its rules; without any in a project that has no controller. */
  function readRole(project: ExampleProject): any {
    const path = join(project.path, 'config/rbac/role.yaml');
    const documents = existsSync(path) ? parseAllDocuments(readFileSync(path, 'utf8')) : [];
    const rules = documents.flatMap((document) => document.toJS()?.rules ?? []);
    return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', rules };
  }

  const writesOf = async (user: string) =>
    (await auditedWrites(environment.auditLogPath)).filter((each) => each.user === user);
  const realWritesOf = async (user: string) =>
    (await writesOf(user)).filter(({ isDryRun, resource }) => !isDryRun && !unplanned.has(resource));

  /** Runs the operator until it has written nothing for a while. */
  async function runUntilQuiet(
    project: ExampleProject,
    flags: readonly string[],
    env: Record<string, string>,
    user: string,
  ) {
    const operator = startOperator(join(project.path, 'dist/main.mjs'), flags, env);
    try {
      if (readRole(project).rules.length > 0) await operator.waitForLine('controller started');
      let [last, since] = [-1, 0];
      await eventually(async () => {
        const { length } = await writesOf(user);
        if (length !== last) [last, since] = [length, performance.now()];
        expect(performance.now() - since).toBeGreaterThan(1500);
      });
    } finally {
      await operator.stop();
    }
  }

  it('is tested for every example', () => {
    expect(Object.keys(changes)).toEqual(examples.map(({ name }) => name));
  });

  it.each(Object.entries(changes))('%s: its patches are those of the real run', async (name, changeOf) => {
    const change = changeOf();
    const user = `operator-${name}`;
    const namespace = `plan-${name}`;
    const project = await makeExampleProject(cluster, name);
    try {
      const { kubeconfig, crd } = await install(project, user);
      const { group, versions } = crd.spec;
      const make = (own: string) => ({
        apiVersion: `${group}/${versions[0].name}`,
        kind: change.kind,
        metadata: { name: own, namespace },
        spec: JSON.parse(JSON.stringify(change.spec).replaceAll('NAME', own)),
      });
      const plural = `${crd.spec.names.plural}.${versions[0].name}.${group}`;
      const merge = (patch: object, ...flags: string[]) =>
        cluster.kubectl(['patch', plural, 'a', '-n', namespace, '--type=merge', '-p', JSON.stringify(patch), ...flags]);
      const flags = [`--kubeconfig=${kubeconfig}`, '--health-probe-bind-address=0'];
      await cluster.kubectl(['create', 'namespace', namespace]);
      await apply(make('a'));
      await runUntilQuiet(project, flags, { ...change.env }, user);

      for (const [file, before, after] of change.edits ?? []) {
        const path = join(project.path, file);
        const text = readFileSync(path, 'utf8');
        expect(text).toContain(before);
        writeFileSync(path, text.replaceAll(before, after));
      }
      if (change.edits !== undefined) await project.run('npm', 'run', '--silent', 'build');
      if (change.newDefault !== undefined) {
        const [field, value] = change.newDefault;
        const { spec } = versions[0].schema.openAPIV3Schema.properties;
        expect(spec.properties[field].default).toBeDefined();
        spec.properties[field].default = value;
        await environment.installCRDs(crd);
        writeFileSync(join(project.path, 'config/crd/bases', crdFile(project)), JSON.stringify(crd));
      }
      if (change.patch !== undefined) await merge(change.patch);
      if (change.status !== undefined) await merge({ status: change.status }, '--subresource=status');
      await apply(make('b'));

      const env = { ...change.env, ...change.newEnv };
      const first = (await writesOf(user)).length;
      const words = [join(project.path, 'dist/main.mjs'), ...flags, '--plan', '--namespace', namespace];
      const plan = await execa(process.execPath, [...words, '--output', 'json'], { env, reject: false });
      expect(plan.stdout, plan.stderr).not.toBe('');
      const result = JSON.parse(plan.stdout) as { readonly objects: readonly PlannedReconcile[] };
      const { objects } = result;
      expect(
        objects.flatMap(({ errors }) => errors),
        plan.stderr,
      ).toEqual([]);
      expect(plan.exitCode).toBe(change.writes.length === 0 ? 0 : 3);
      const tried = (await writesOf(user)).slice(first);
      expect(tried.filter(({ isDryRun }) => !isDryRun)).toEqual([]);

      const planned = objects.flatMap(({ writes }) => writes).map(comparable);
      if (isFull || change.isFromFile) {
        // Such as `| head`.
        const unread = execa(process.execPath, words, { env, reject: false });
        unread.stdout.destroy();
        expect(await unread).toMatchObject({ exitCode: plan.exitCode, stderr: expect.not.stringContaining('EPIPE') });
        const file = join(project.path, 'objects.yaml');
        writeFileSync(
          file,
          await cluster.kubectl([
            'get',
            [plural, ...kinds].join(),
            '-n',
            namespace,
            '-o',
            'yaml',
            '--show-managed-fields',
          ]),
        );
        const fromFile = await execa(
          process.execPath,
          ['dist/main.mjs', '--plan', '--from', file, '--output', 'json', '--kubeconfig=/nowhere'],
          { env: { ...env, KUBEBUILDER_ASSETS: cluster.assetsDirectory }, cwd: project.path, reject: false },
        );
        expect(fromFile.stdout, fromFile.stderr).not.toBe('');
        const ofFile = JSON.parse(fromFile.stdout) as typeof result;
        expect(sorted(ofFile.objects.flatMap(({ writes }) => writes).map(comparable))).toEqual(sorted(planned));
        expect(fromFile.exitCode).toBe(plan.exitCode);
      }

      const before = (await realWritesOf(user)).length;
      await runUntilQuiet(project, flags, env, user);
      const real = (await realWritesOf(user)).slice(before).flatMap(({ write }) => write ?? []);
      expect(sorted(planned)).toEqual(sorted(real.map(comparable)));
      const said = new Set(real.map(({ verb, kind }) => `${verb} ${kind}`));
      expect([...said]).toEqual(expect.arrayContaining([...change.writes]));

      const again = [join(project.path, 'dist/main.mjs'), ...flags, '--plan', '--namespace', namespace];
      const { stdout, exitCode } = await execa(process.execPath, again, { env, reject: false });
      expect({ exitCode, stdout }).toEqual({
        exitCode: 0,
        stdout: expect.stringMatching(/^no changes; \d objects reconciled$/),
      });
    } finally {
      project.remove();
    }
  });
});

/** The writes to each object in their order; the order of the objects is that of their names. */
function sorted(writes: readonly unknown[]): readonly unknown[] {
  const keyOf = ({ kind, name }: any): string => `${kind} ${name}`;
  return writes.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}
