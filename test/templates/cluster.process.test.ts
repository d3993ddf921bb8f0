import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { few } from '../support/few.js';
import { isFull } from '../support/seed.js';
import { initContext, rendered } from './samples.js';
import { stubProject, usualManifests, type StubCluster } from './stub-cluster.js';

const orders = 'orders.shop.example.com';
const ordersV1 = 'orders.v1.shop.example.com';
const kept = { crds: { [orders]: [{ name: 'a' }, { name: 'b', finalizers: ['shop.example.com/cleanup'] }] } };
const free = { crds: { [orders]: [{ name: 'a' }] } };
const withCertificate = `${usualManifests}---\napiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: serving-cert\n`;
const withMonitor = `${usualManifests}---\napiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata:\n  name: m\n`;

describe.skipIf(process.platform === 'win32')('operator-gen-cluster', () => {
  it.each([
    ['install', 'config/crd'],
    ['deploy', 'config/default'],
  ])('%s applies %s', async (verb, folder) => {
    const { run, read, calls, writes } = await stubProject();
    const { exitCode, stdout } = await run(verb);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Cluster: https:\/\/here:6443 \(context here\)\n.*kubectl did it/s);
    expect(calls().map(({ args }) => args.join(' '))).toContain(`kustomize ${folder}`);
    expect(writes()).toEqual(['apply Namespace CustomResourceDefinition Deployment']);
    expect(read('given')).toContain('image: controller:latest');
    // Not with a brace, as definitions do whose webhooks are redirected: kubectl up to 1.32 then reads all as JSON.
    expect(read('given')).toMatch(/^---\n/);
  });

  it.each(['install', 'uninstall', 'deploy', 'undeploy', 'unused'])(
    '%s names one context in every call, the one that it was told',
    async (verb) => {
      const contexts = { here: 'https://here', there: 'https://there' };
      for (const flags of [['--context=there'], []]) {
        const { runWith, calls } = await stubProject({ contexts, ...free });
        const force = verb.startsWith('un') && verb !== 'unused' ? ['--force'] : [];
        const { stdout } = await runWith([verb, ...force, ...flags], { KUBE_CONTEXT: 'there' });
        expect(stdout).toMatch(/^Cluster: https:\/\/there \(context there\)$/m);
        expect(calls().length).toBeGreaterThan(2);
        for (const { context, args } of calls()) expect(context, args.join(' ')).toBe('there');
      }
    },
  );

  it('installs and removes the webhook configurations only for a local run', async () => {
    const hook =
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: v\n';
    const manifests = `${usualManifests}---\n${hook}`;
    const plain = await stubProject({ manifests });
    await plain.run('install');
    expect(plain.calls().map(({ args }) => args.join(' '))).not.toContain('kustomize config/default');
    const local = await stubProject({ manifests });
    expect(await local.run('install', '--webhooks')).toMatchObject({ exitCode: 0 });
    expect(local.writes()[0]).toMatch(/ ValidatingWebhookConfiguration$/);
    expect(await local.run('uninstall', '--webhooks')).toMatchObject({ exitCode: 0 });
    expect(local.writes()[1]).toMatch(/^delete .* ValidatingWebhookConfiguration$/);
  });

  it('stays with the context that it began with', async () => {
    const { run, calls } = await stubProject();
    await run('deploy');
    const [first, ...others] = calls();
    expect(first!.args).toEqual(['config', 'current-context']);
    expect(new Set(others.map(({ context }) => context))).toEqual(new Set(['here']));
  });

  it('does nothing without a context, but in a Pod takes the cluster of the Pod', async () => {
    const outside = await stubProject({ current: '' });
    const refused = await outside.run('deploy');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('set KUBE_CONTEXT or --context');
    expect(outside.writes()).toEqual([]);

    const inside = await stubProject({ current: '' });
    const taken = await inside.runWith(['deploy'], {
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      KUBECONFIG: '',
    });
    expect(taken.stdout).toContain('Cluster: the cluster of this Pod');
    expect(inside.writes()).toHaveLength(1);
  });

  it('does nothing in a context that does not exist', async () => {
    const { run, writes } = await stubProject();
    expect(await run('deploy', '--context=nowhere')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('does not exist'),
    });
    expect(writes()).toEqual([]);
  });

  it.each([
    ['undeploy', 'npm run cluster:undeploy -- --force'],
    ['uninstall', 'npm run cluster:uninstall -- --force'],
  ])('%s refuses to delete the objects of users', async (verb, remedy) => {
    const { run, writes } = await stubProject(kept);
    const { exitCode, stderr } = await run(verb);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`  ${orders} default/a\n  ${orders} default/b\n`);
    expect(stderr).toContain(remedy);
    expect(stderr).toContain('Nothing was deleted.');
    expect(writes()).toEqual([]);
  });

  it('lists no more objects than one can read', async () => {
    const many = { crds: { [orders]: Array.from({ length: 50 }, (_, at) => ({ name: `order-${at}` })) } };
    const { stderr } = await (await stubProject(many)).run('undeploy');
    expect(stderr).toContain('default/order-19\n  and 30 more\n');
  });

  it.each(['undeploy', 'uninstall'])('%s --force deletes objects, then the rest, then the CRDs', async (verb) => {
    const { run, writes, calls } = await stubProject(free);
    const { exitCode, stdout } = await run(verb, '--force');
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('Not found');
    expect(writes()).toEqual([`delete ${ordersV1}`, 'delete Namespace Deployment', 'delete CustomResourceDefinition']);
    expect(calls().at(-1)!.args).toContain('--ignore-not-found=true');
  });

  describe.each(isFull ? ['undeploy', 'uninstall'] : ['undeploy'])('%s of what the cluster does not have', (verb) => {
    it.each<[what: string, cluster: StubCluster, named: string, deleted: readonly string[]]>([
      [
        'an object',
        { missing: ['test-controller-manager'] },
        'Deployment test-controller-manager',
        ['delete Namespace', 'delete CustomResourceDefinition'],
      ],
      ['a CRD', { missing: [orders] }, `CustomResourceDefinition ${orders}`, ['delete Namespace Deployment']],
      [
        'an API',
        { manifests: withCertificate, unknown: ['Certificate'], missing: ['test-system'] },
        'Namespace test-system, Certificate serving-cert',
        ['delete Deployment', 'delete CustomResourceDefinition'],
      ],
      [
        'two APIs',
        {
          manifests: `${withCertificate}${withMonitor.slice(usualManifests.length)}`,
          unknown: ['Certificate', 'ServiceMonitor'],
        },
        'Certificate serving-cert, ServiceMonitor m',
        ['delete Namespace Deployment', 'delete CustomResourceDefinition'],
      ],
      [
        'anything',
        { missing: ['Namespace', 'CustomResourceDefinition', 'Deployment'] },
        `Namespace test-system, CustomResourceDefinition ${orders}, Deployment test-controller-manager`,
        [],
      ],
    ])('names %s, and deletes the rest', async (_what, cluster, named, deleted) => {
      for (const [flags, code] of [
        [[], 0],
        // Of Makefiles that earlier versions scaffolded
        [['--ignore-not-found=false'], 0],
        [['--ignore-not-found=true'], 0],
        [['--fail-not-found'], 1],
      ] as const) {
        const { run, writes } = await stubProject(cluster);
        const { exitCode, stdout, stderr } = await run(verb, ...flags);
        expect(exitCode, flags.join()).toBe(code);
        expect(`${stdout}\n${stderr}`).toMatch(new RegExp(`^Not found in the cluster: ${named}$`, 'm'));
        expect(writes()).toEqual(deleted);
      }
    });

    it.each(['get', 'delete'])('fails where %s fails for another reason', async (fails) => {
      const { run } = await stubProject({ missing: ['test-system'], fails });
      expect((await run(verb)).exitCode).toBe(7);
    });
  });

  it('the targets of make pass on that something must be there only where it is said', async () => {
    const makefile = (await rendered('init', initContext))['Makefile']!;
    for (const target of ['undeploy', 'uninstall']) {
      for (const [variables, expected] of [
        [[], ''],
        [['ignore-not-found=true'], ''],
        [['ignore-not-found=false'], ' --fail-not-found'],
      ] as const) {
        const { stdout } = await execa('make', ['-n', '-f', '-', target, ...variables], { input: makefile });
        expect(stdout.trim().replace(/ +/g, ' ')).toBe(`node_modules/.bin/operator-gen-cluster ${target}${expected}`);
      }
    }
  });

  it.each(['undeploy', 'uninstall'])('%s removes everything where there is no object', async (verb) => {
    for (const crds of [{}, { [orders]: [] }]) {
      const { run, writes } = await stubProject({ crds });
      expect((await run(verb)).exitCode).toBe(0);
      expect(writes()).toEqual(['delete Namespace Deployment', 'delete CustomResourceDefinition']);
    }
  });

  it.each(['undeploy', 'uninstall'])('%s never switches off a conversion that nobody serves', async (verb) => {
    const { run, writes, calls } = await stubProject({ ...free, unconverted: [orders] });
    for (const force of [[], ['--force']]) {
      const { exitCode, stderr } = await run(verb, ...force);
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`Stopped: the objects of ${orders} cannot be read`);
      expect(stderr).toContain('make run WEBHOOK_URL=');
    }
    expect(writes()).toEqual([]);
    expect(calls().map(({ args: [first] }) => first)).not.toContain('patch');
  });

  it('says at the time limit what keeps which object, and leaves the operator that could still finish it', async () => {
    const { run, writes } = await stubProject(kept);
    const started = Date.now();
    const { exitCode, stderr } = await run('undeploy', '--force', '--timeout=1');
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`  ${orders} default/b: finalizers ["shop.example.com/cleanup"]`);
    expect(stderr).not.toContain('default/a');
    expect(stderr).toContain('run it on this machine: make run\nIf it can no longer run, remove the finalizers');
    expect(writes()).toEqual([`delete ${ordersV1}`]);
  });

  it('says what it waits for, and which webhooks refuse the removal of finalizers', async () => {
    const hook =
      'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata:\n  name: v\n';
    const { run } = await stubProject({ ...kept, manifests: `${usualManifests}---\n${hook}` });
    const { stdout, stderr } = await run('undeploy', '--force', '--timeout=3');
    expect(stdout).toMatch(
      /^Waiting up to \d s for the deletion of orders\.shop\.example\.com default\/b: finalizers \["shop\.example\.com\/cleanup"\]$/m,
    );
    expect(stderr).toContain('make run WEBHOOK_URL=https://<address of this machine>:9443\n');
    expect(stderr).toContain('(kubectl delete validatingwebhookconfiguration/v)');
  });

  it('warns of the image that nobody publishes', async () => {
    const { run } = await stubProject();
    expect((await run('deploy')).stderr).toMatch(/^Warning: .*placeholder image controller:latest.*make deploy IMG=/);
    expect((await run('deploy', 'op:1')).stderr).toBe('');
    expect((await run('installer')).stderr).toMatch(
      /^Warning: dist\/install\.yaml has the placeholder image controller:latest.*make build-installer IMG=/,
    );
    expect((await run('installer', 'op:1')).stderr).toBe('');
  });

  it('prints the cluster of the context', async () => {
    const { run, calls } = await stubProject();
    expect((await run('context')).stdout).toBe('Cluster: https://here:6443 (context here)');
    expect(calls().every(({ args: [verb] }) => verb === 'config')).toBe(true);
  });

  few(1).each(['get', 'apply', 'kustomize'])('ends a kubectl %s that neither ends nor listens', async (hangs) => {
    const { run } = await stubProject({ hangs });
    const started = Date.now();
    const { exitCode, stderr } = await run(hangs === 'get' ? 'undeploy' : 'deploy', '--timeout=1');
    expect(Date.now() - started).toBeLessThan(15_000);
    expect(exitCode).toBe(124);
    expect(stderr).toContain(`ended at its time limit of 1 s`);
  });

  it.each([
    [
      'cert-manager',
      withCertificate,
      'cert-manager.io/v1 (Certificate)',
      '--certificates self-signed',
      'cert-manager.io/v1',
    ],
    [
      'the Prometheus operator',
      withMonitor,
      'monitoring.coreos.com/v1 (ServiceMonitor)',
      'operator-gen edit --disable prometheus',
      'monitoring.coreos.com/v1',
    ],
  ])('deploys nothing without %s where it is needed', async (_, manifests, missing, remedy, api) => {
    const without = await stubProject({ manifests });
    const { exitCode, stderr } = await without.run('deploy');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(missing);
    expect(stderr).toContain(remedy);
    expect(stderr).toContain('Nothing was applied.');
    expect(without.writes()).toEqual([]);

    const complete = await stubProject({ manifests, apis: [api] });
    expect((await complete.run('deploy')).exitCode).toBe(0);
    expect(complete.writes()).toHaveLength(1);
  });

  it.each([
    [{ crds: { [orders]: [] } }, `customresourcedefinition/${orders}`],
    [{ namespaces: ['test-system'] }, 'namespace/test-system'],
  ])('unused refuses a cluster that has something of the project: %j', async (cluster, found) => {
    const { run } = await stubProject(cluster);
    expect(await run('unused')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(found) });
    expect((await (await stubProject()).run('unused')).exitCode).toBe(0);
  });

  it('deploys the given image', async () => {
    const { run, read } = await stubProject();
    await run('deploy', 'registry.example.com:5000/op@sha256:00');
    expect(read('given')).toContain('image: registry.example.com:5000/op@sha256:00\n');
  });

  it.each(['deploy', 'installer'])('%s refuses an image that it has no place for', async (verb) => {
    const { run, writes } = await stubProject({ manifests: usualManifests.replace('controller:latest', 'mine:9') });
    const { exitCode, stderr } = await run(verb, 'op:2');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('no image controller:latest to replace with op:2');
    expect(writes()).toEqual([]);
  });

  it('deploys the image in the manifests if no image is given', async () => {
    const { run, read } = await stubProject({ manifests: usualManifests.replace('controller:latest', 'mine:9') });
    expect((await run('deploy')).exitCode).toBe(0);
    expect(read('given')).toContain('image: mine:9\n');
  });

  it('writes everything into one file, and asks no cluster', async () => {
    const { run, read, calls } = await stubProject({ current: '' });
    await run('installer', 'op:2');
    expect(read('dist/install.yaml')).toContain('image: op:2');
    expect(calls().map(({ args }) => args.join(' '))).toEqual(['kustomize config/default']);
  });

  it.each(['op', 'localhost:5000/op'])('writes no installer of an image without a tag: %s', async (image) => {
    const { run, read } = await stubProject();
    const { exitCode, stderr } = await run('installer', image);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`name the image as ${image}:v1`);
    expect(read('dist/install.yaml')).toBe('');
    expect((await run('installer', `${image}@sha256:00`)).exitCode).toBe(0);
  });

  it.each(['kustomize', 'apply'])('ends as kubectl ends when its %s fails, and shows why', async (fails) => {
    const { run } = await stubProject({ fails });
    const { exitCode, stderr, stdout } = await run('install');
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(/^kubectl says no/);
    if (fails === 'apply') expect(stdout).toContain('some of it');
  });

  const tooLong =
    'The CustomResourceDefinition "orders.shop.example.com" is invalid: \n* spec.group: Invalid value\n* spec.names: Required value';
  const notYet = 'Error from server (NotFound): namespaces "test-system" not found';
  const denied = 'Error from server (Forbidden): admission webhook "v.example.com" denied the request: no';
  few(3).each([
    { rejects: `${notYet}\n${tooLong}\n${denied}`, reported: tooLong },
    { rejects: 'Error from server (Forbidden): deployments.apps is forbidden: no', reported: /^Error .*: no$/ },
    { rejects: `${notYet}\n${denied}`, reported: undefined },
    { rejects: 'Error from server (BadRequest): admission webhook "v" does not support dry run', reported: undefined },
    { rejects: 'Error from server (InternalError): failed calling webhook "v"', reported: undefined },
    { rejects: 'error: unable to recognize "STDIN": no matches for kind "A"', reported: undefined },
  ])('applies nothing where the API server rejects an object: $rejects', async ({ rejects, reported }) => {
    for (const verb of ['install', 'deploy']) {
      const { run, writes } = await stubProject({ rejects });
      const { exitCode, stderr } = await run(verb, ...(verb === 'deploy' ? ['op:1'] : []));
      expect(exitCode).toBe(reported === undefined ? 0 : 1);
      expect(writes()).toHaveLength(reported === undefined ? 1 : 0);
      const [message, end] = stderr.split(/\n(?=Nothing was applied\.$)/);
      if (reported !== undefined) expect(end).toBe('Nothing was applied.');
      if (typeof reported === 'string') expect(message).toBe(reported);
      else expect(message).toMatch(reported ?? /^$/);
    }
  });

  it('asks nothing about objects of kinds that the same manifests define', async () => {
    const order = 'apiVersion: shop.example.com/v1\nkind: Order\nmetadata:\n  name: usual\n';
    const { run, calls } = await stubProject({ manifests: `${usualManifests}---\n${order}` });
    await run('deploy', 'op:1');
    const [dry, real] = calls().filter(({ args: [verb] }) => verb === 'apply');
    expect(dry).toMatchObject({
      args: expect.arrayContaining(['--dry-run=server']),
      kinds: ['Namespace', 'CustomResourceDefinition', 'Deployment'],
    });
    expect(real!.kinds).toContain('Order');
  });

  it('says that there is no kubectl', async () => {
    const { runWith } = await stubProject();
    const { exitCode, stderr } = await runWith(['deploy'], { PATH: '/nowhere' });
    expect(exitCode).toBe(127);
    expect(stderr).toBe('kubectl cannot be run: install it, or add its folder to PATH');
  });

  it.each([
    [],
    ['toString'],
    ['remove'],
    ['deploy', 'a', 'b'],
    ['deploy', '--wait=false'],
    ['deploy', '--force'],
    ['e2e'],
    ['e2e', 'remove'],
    ['undeploy', '--timeout=soon'],
  ])('refuses %j with its usage', async (...args) => {
    const { run, calls } = await stubProject();
    const { exitCode, stderr } = await run(...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Usage: operator-gen-cluster ');
    expect(calls()).toEqual([]);
  });
});
