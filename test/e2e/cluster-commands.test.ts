import { symlinkSync } from 'node:fs';
import { delimiter } from 'node:path';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { full } from '../support/few.js';
import { testFolder, type TestProject } from '../support/projects.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';

const shared = await sharedControlPlane();
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const program = fileURLToPath(new URL('../../bin/operator-gen-cluster.js', import.meta.url));

/** A project with a namespaced kind and one of the cluster, whose commands reach the control plane. */
async function projectOf(projectName: string): Promise<TestProject> {
  const project = testFolder();
  await project.init({ projectName, domain: `${projectName}.example.com` });
  symlinkSync(modules, join(project.root, 'node_modules'));
  await project.createApi({ kind: 'Order' });
  await project.createApi({ kind: 'Depot', namespaced: false });
  return project;
}

/** The types of a version of Order whose spec has one field. */
const orderWith = (field: string, markers = ''): string => `import { CustomResource, Resource${
  markers === '' ? '' : ', StorageVersion'
} } from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

export class OrderSpec {
  ${field}?: string;
}

${markers}@Resource(groupVersion, { plural: 'orders' })
export class Order extends CustomResource {
  spec!: OrderSpec;
}
`;

interface Configured {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig: object }[];
  readonly spec?: { readonly conversion?: object };
}

describe.skipIf(!shared.available)('the commands for a cluster, on a real API server', { timeout: 120_000 }, () => {
  let cluster: ControlPlaneAccess;
  let context: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    context = (await cluster.kubectl(['config', 'current-context'])).trim();
    const { assetsDirectory, kubeconfigPath } = shared.info;
    env = { KUBECONFIG: kubeconfigPath, PATH: `${assetsDirectory}${delimiter}${process.env['PATH']}` };
  });

  const command = ({ root }: TestProject, ...args: string[]) =>
    execa(process.execPath, [program, ...args], { cwd: root, env, all: true, reject: false });
  const exists = async (what: string): Promise<boolean> =>
    (await cluster.kubectl(['get', what, '--ignore-not-found', '--output=name'])) !== '';
  const create = (apiVersion: string, kind: string, metadata: object) =>
    cluster.kubectl(['create', '-f', '-'], {
      input: JSON.stringify({ apiVersion, kind, metadata, spec: { size: 1 } }),
    });

  it('undeploy deletes no object unasked, waits for finalizers while the operator is there, and removes the CRDs last', async () => {
    const group = 'removal.example.com';
    const project = await projectOf('removal');
    const crd = `crd/orders.${group}`;
    expect(await command(project, 'unused')).toMatchObject({ exitCode: 0 });
    expect(await command(project, 'deploy', 'op:1')).toMatchObject({
      exitCode: 0,
      all: expect.stringContaining(context),
    });
    expect(await command(project, 'unused')).toMatchObject({
      exitCode: 1,
      all: expect.stringContaining('namespace/removal-system'),
    });
    await cluster.kubectl(['wait', '--for=condition=Established', crd, `crd/depots.${group}`, '--timeout=30s']);
    const finalizers = [`${group}/cleanup`];
    await create(`${group}/v1`, 'Order', { name: 'plain', namespace: 'default' });
    await create(`${group}/v1`, 'Order', { name: 'kept', namespace: 'default', finalizers });
    await create(`${group}/v1`, 'Depot', { name: 'north' });

    const refused = await command(project, 'undeploy');
    expect(refused.exitCode).toBe(1);
    expect(refused.all).toContain(`  depots.${group} north\n`);
    expect(refused.all).toContain(`  orders.${group} default/plain\n`);
    expect(await exists(`orders.${group}/plain`)).toBe(true);

    const limited = await command(project, 'undeploy', '--force', '--timeout=3');
    expect(limited.exitCode).toBe(1);
    expect(limited.all).toContain(`  orders.${group} default/kept: finalizers ["${group}/cleanup"]`);
    expect(limited.all).not.toContain('default/plain:');
    expect(await exists('namespace/removal-system')).toBe(true);
    expect(await exists(crd)).toBe(true);

    const patch = ['patch', `orders.${group}/kept`, '--type=merge', '-p', '{"metadata":{"finalizers":null}}'];
    await cluster.kubectl(patch);
    const removed = await command(project, 'undeploy', '--force');
    expect(removed.exitCode, removed.all).toBe(0);
    for (const what of [crd, `crd/depots.${group}`, 'namespace/removal-system', 'clusterrole/removal-manager-role'])
      expect(await exists(what), what).toBe(false);
    expect(await command(project, 'undeploy')).toMatchObject({ exitCode: 0 });
  });

  full('undeploy deletes everything that the cluster has, whatever it does not have', async () => {
    const project = await projectOf('partial');
    expect(await command(project, 'deploy', 'op:1')).toMatchObject({ exitCode: 0 });
    await cluster.kubectl(['delete', 'clusterrole', 'partial-metrics-reader']);
    await project.createApi({ kind: 'Parcel' });
    await project.createWebhook({ kind: 'Parcel', defaulting: true });
    const deployed = ['crd/orders.partial.example.com', 'crd/depots.partial.example.com', 'namespace/partial-system'];
    const first = await command(project, 'undeploy');
    expect(first.exitCode, first.all).toBe(0);
    const [line = ''] = /^Not found in the cluster: .*$/m.exec(first.all) ?? [];
    for (const what of ['partial-metrics-reader', 'parcels.partial.example.com', 'Certificate partial-serving-cert'])
      expect(line).toContain(what);
    expect(line).not.toMatch(/Namespace|Deployment|orders\./);
    for (const what of deployed) expect(await exists(what), what).toBe(false);

    const again = await command(project, 'undeploy');
    expect(again.exitCode, again.all).toBe(0);
    expect(again.all).toMatch(/^Not found in the cluster: .*Namespace partial-system/m);
    expect(again.all).not.toContain(' deleted');
    expect(await command(project, 'undeploy', '--fail-not-found')).toMatchObject({ exitCode: 1 });
  });

  it.each(['install', 'deploy'])('%s applies nothing where the API server rejects one object', async (verb) => {
    const name = `rejected-${verb}`;
    const project = await projectOf(name);
    const rejected = `config/crd/bases/${name}.example.com_orders.yaml`;
    project.write(rejected, project.read(rejected).replace('listKind: OrderList', 'listKind: Order_List'));
    const { exitCode, all } = await command(project, verb);
    expect(exitCode).toBe(1);
    expect(all).toMatch(/"orders\.rejected-.*Order_List.*\nNothing was applied\.$/s);
    for (const what of [`crd/depots.${name}.example.com`, `namespace/${name}-system`])
      expect(await exists(what), what).toBe(false);
  });

  full('deploy says how to replace objects whose immutable fields have other values', async () => {
    const project = await projectOf('replaced');
    expect(await command(project, 'deploy', 'op:1')).toMatchObject({ exitCode: 0 });
    const change = (path: string, from: string, to: string): void =>
      project.write(path, project.read(path).replaceAll(from, to));
    change('config/manager/manager.yaml', 'control-plane: controller-manager', 'control-plane: other');
    const one = await command(project, 'deploy', 'op:1');
    change('config/rbac/leader_election_role_binding.yaml', 'kind: Role\n', 'kind: ClusterRole\n');
    const two = await command(project, 'deploy', 'op:1');
    const deletions = [one, two].map(({ all }) =>
      [...all.matchAll(/deploy again: kubectl (delete .*)$/gm)].map(([, line]) => line!),
    );
    const deployment = 'delete deployment replaced-controller-manager --namespace=replaced-system';
    const binding = 'delete rolebinding replaced-leader-election-rolebinding --namespace=replaced-system';
    expect(deletions).toEqual([[deployment], [binding, deployment]]);
    expect(two).toMatchObject({ exitCode: 1, all: expect.stringMatching(/\nNothing was applied\.$/) });
    for (const line of deletions[1]!) await cluster.kubectl(line.split(' '));
    expect(await command(project, 'deploy', 'op:1')).toMatchObject({ exitCode: 0 });
    expect(await command(project, 'undeploy', '--force')).toMatchObject({ exitCode: 0 });
  });

  it('install works while the webhooks are redirected to a local process, and leaves them there', async () => {
    const group = 'redirected.example.com';
    const project = await projectOf('redirected');
    await project.createWebhook({ version: 'v1', kind: 'Order', validation: true, certificates: 'self-signed' });
    await project.createApi({ kind: 'Order', version: 'v1beta1' });
    await project.createWebhook({ version: 'v1', kind: 'Order', conversion: true, spoke: ['v1beta1'] });
    const install = (...flags: string[]) => command(project, 'install', ...flags);
    expect(await install('--webhooks')).toMatchObject({ exitCode: 0 });
    const webhooks = 'validatingwebhookconfiguration/redirected-validating-webhook-configuration';
    const crd = `customresourcedefinition/orders.${group}`;
    const path: Readonly<Record<string, string>> = {
      [webhooks]: '/webhooks/0/clientConfig',
      [crd]: '/spec/conversion/webhook/clientConfig',
    };
    const read = async (what: string) =>
      JSON.parse(await cluster.kubectl(['get', what, '--output=json'])) as Configured;
    const [name] = (await read(webhooks)).webhooks!.map((each) => each.name);
    const url = 'https://127.0.0.1:9443';
    const config = { url: `${url}/x` };
    for (const what of [webhooks, crd]) {
      const clientConfigs = { [what === crd ? 'conversion' : name!]: { service: { name: 's', namespace: 'n' } } };
      const annotations = { 'operator-gen.dev/redirected-webhooks': JSON.stringify({ url, clientConfigs }) };
      const patch = [
        { op: 'replace', path: path[what], value: config },
        { op: 'add', path: '/metadata/annotations', value: annotations },
      ];
      await cluster.kubectl(['patch', what, '--type=json', `--patch=${JSON.stringify(patch)}`]);
    }
    const again = await install('--webhooks');
    expect(again.exitCode, again.all).toBe(0);
    expect(again.all).toContain(`CustomResourceDefinition orders.${group}: the webhooks stay redirected to ${url}`);
    expect((await read(webhooks)).webhooks![0]!.clientConfig).toEqual(config);
    expect((await read(crd)).spec!.conversion).toEqual({
      strategy: 'Webhook',
      webhook: { clientConfig: config, conversionReviewVersions: ['v1'] },
    });
    // Those of an earlier `make run WEBHOOK_URL=...`
    const withoutURL = await command(project, 'uninstall');
    expect(withoutURL.exitCode, withoutURL.all).toBe(0);
    expect(withoutURL.all).toMatch(
      /^Warning: these webhook configurations stay, .* kubectl delete \S+\/redirected-validating-/m,
    );
    expect(await exists(webhooks)).toBe(true);
    const rest = await command(project, 'uninstall', '--webhooks');
    expect(rest).toMatchObject({ exitCode: 0, all: expect.not.stringContaining('Warning') });
    for (const what of [webhooks, crd]) expect(await exists(what), what).toBe(false);
  });

  it('install says that nobody converts the objects yet, and uninstall removes them all the same', async () => {
    const group = 'converted.example.com';
    const project = await projectOf('converted');
    await project.createApi({ kind: 'Order', version: 'v2' });
    await project.createWebhook({ version: 'v1', kind: 'Order', conversion: true, spoke: ['v2'] });
    const crd = `orders.${group}`;
    const installed = await command(project, 'install');
    expect(installed.exitCode, installed.all).toBe(0);
    // The Service that config/default deploys, so that nothing changes when it does.
    expect(installed.all).toContain(`${crd}: the operator converts the objects`);
    expect(installed.all).toContain('converted-system/converted-webhook-service');
    await create(`${group}/v1`, 'Order', { name: 'a', namespace: 'default' });
    const refused = await command(project, 'uninstall');
    expect(refused.exitCode).toBe(1);
    expect(refused.all).toContain(`  ${crd} default/a\n`);
    expect(await exists(`crd/${crd}`)).toBe(true);
    const forced = await command(project, 'uninstall', '--force');
    expect(forced.exitCode, forced.all).toBe(0);
    expect(await exists(`crd/${crd}`)).toBe(false);
  });

  describe('objects whose versions nobody converts', () => {
    const conversionOf = (crd: string) =>
      cluster.kubectl(['get', 'crd', crd, '--output=jsonpath={.spec.conversion.strategy}']);
    const specOf = (resource: string, name: string) =>
      cluster.kubectl(['get', resource, name, '--output=jsonpath={.spec}']);
    const object = (apiVersion: string, name: string, spec: object, finalizers: readonly string[] = []) =>
      cluster.kubectl(['create', '-f', '-'], {
        input: JSON.stringify({
          apiVersion,
          kind: 'Order',
          metadata: { name, namespace: 'default', finalizers },
          spec,
        }),
      });
    const free = (resource: string, name: string) =>
      cluster.kubectl(['patch', resource, name, '--type=merge', '--patch={"metadata":{"finalizers":null}}']);
    /** Makes v2 the version in which new objects are stored. */
    const storeV2 = async (crd: string) => {
      const storage = (at: number, value: boolean) => ({ op: 'replace', path: `/spec/versions/${at}/storage`, value });
      const patch = JSON.stringify([storage(0, false), storage(1, true)]);
      await cluster.kubectl(['patch', 'crd', crd, '--type=json', `--patch=${patch}`]);
      await cluster.kubectl(['wait', `crd/${crd}`, '--for=jsonpath={.status.storedVersions[1]}=v2', '--timeout=30s']);
    };
    const converted = async (projectName: string): Promise<TestProject> => {
      const project = await projectOf(projectName);
      await project.createApi({ kind: 'Order', version: 'v2' });
      await project.createWebhook({
        version: 'v1',
        kind: 'Order',
        conversion: true,
        spoke: ['v2'],
        certificates: 'self-signed',
      });
      project.write('src/api/v1/order.types.ts', orderWith('host', '@StorageVersion()\n'));
      project.write('src/api/v2/order.types.ts', orderWith('dns'));
      expect((await project.manifests()).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      return project;
    };
    const finalizers = ['example.com/cleanup'];

    full.each([
      ['uninstall', ['install']],
      ['undeploy', ['deploy', 'op:1']],
    ])('%s --force keeps the content of those that wait for a finalizer', async (verb, put) => {
      const project = await converted(`kept-${verb}`);
      const group = `kept-${verb}.example.com`;
      const [crd, v1] = [`orders.${group}`, `orders.v1.${group}`];
      const installed = await command(project, ...put);
      expect(installed.exitCode, installed.all).toBe(0);
      await cluster.kubectl(['wait', '--for=condition=Established', `crd/${crd}`, '--timeout=30s']);
      await object(`${group}/v1`, 'kept', { host: 'www' }, finalizers);
      await object(`${group}/v1`, 'plain', { host: 'www' });
      const limited = await command(project, verb, '--force', '--timeout=5');
      expect(limited.exitCode).toBe(1);
      expect(await specOf(v1, 'kept')).toBe('{"host":"www"}');
      expect(await conversionOf(crd)).toBe('Webhook');
      expect(limited.all).toContain(`  ${crd} default/kept: finalizers ["${finalizers[0]}"]`);
      expect(limited.all).not.toContain('default/plain:');
      expect(limited.all).toContain('make run WEBHOOK_URL=');
      expect(limited.all).toContain(`kubectl edit ${v1} kept --namespace=default`);
      await free(v1, 'kept');
      const removed = await command(project, verb, '--force');
      expect(removed.exitCode, removed.all).toBe(0);
      expect(await exists(`crd/${crd}`)).toBe(false);
    });

    full('uninstall --force leaves them as they are where several versions are stored', async () => {
      const project = await converted('mixed');
      const [crd, v1, v2] = ['orders.mixed.example.com', 'orders.v1.mixed.example.com', 'orders.v2.mixed.example.com'];
      expect(await command(project, 'install')).toMatchObject({ exitCode: 0 });
      await object('mixed.example.com/v1', 'old', { host: 'www' }, finalizers);
      await storeV2(crd);

      // All of them are stored in the earlier version, so that they can be read, but not written.
      const unwritten = await command(project, 'uninstall', '--force');
      expect(unwritten.exitCode).toBe(1);
      expect(unwritten.all).toContain('the operator does not serve its webhooks');
      expect(unwritten.all).toContain('make run WEBHOOK_URL=');

      await object('mixed.example.com/v2', 'new', { dns: 'www' });
      const refused = await command(project, 'uninstall', '--force');
      expect(refused.exitCode).toBe(1);
      expect(refused.all).toContain(`Stopped: the objects of ${crd} cannot be read`);
      expect(refused.all).toContain('make run WEBHOOK_URL=');
      expect(await conversionOf(crd)).toBe('Webhook');
      expect(await specOf(v1, 'old')).toBe('{"host":"www"}');
      expect(await specOf(v2, 'new')).toBe('{"dns":"www"}');

      // The command of the message.
      const [line = ''] = /kubectl patch customresourcedefinition .*/.exec(refused.all) ?? [];
      await execa('sh', ['-c', line], { env });
      await free(v2, 'old');
      const removed = await command(project, 'uninstall', '--force');
      expect(removed.exitCode, removed.all).toBe(0);
      expect(await exists(`crd/${crd}`)).toBe(false);
    });
  });

  full('deploy applies nothing where there is no cert-manager', async () => {
    const project = await projectOf('certless');
    await project.createWebhook({ kind: 'Order', defaulting: true });
    const { exitCode, all } = await command(project, 'deploy', 'op:1');
    expect(exitCode).toBe(1);
    expect(all).toContain('The cluster does not have cert-manager.io/v1 (Certificate, Issuer).');
    expect(await exists('namespace/certless-system')).toBe(false);
    expect(await exists('crd/orders.certless.example.com')).toBe(false);

    await project.createWebhook({ kind: 'Order', certificates: 'self-signed' });
    const deployed = await command(project, 'deploy', 'op:1');
    expect(deployed.exitCode, deployed.all).toBe(0);
    expect(await command(project, 'undeploy')).toMatchObject({ exitCode: 0 });
  });

  it('the tests of test/e2e run only in a cluster that is named and does not have the project', async () => {
    const project = await projectOf('tested');
    const run = (more: Record<string, string>) =>
      execa('npm', ['run', '--silent', 'test:e2e'], {
        cwd: project.root,
        env: { ...env, ...more },
        all: true,
        reject: false,
      });
    const nowhere = await run({ E2E_CONTEXT: '', IMG: 'op:1' });
    expect(nowhere.exitCode).toBe(2);
    expect(nowhere.all).toContain('make test-e2e E2E_CONTEXT=<context>');
    // Without the script that decides on a cluster, the tests are skipped.
    const vitest = ['vitest', 'run', '--project', 'e2e'];
    const plain = { ...env, IMG: 'op:1', NO_COLOR: '1' };
    const skipped = await execa('npx', vitest, { cwd: project.root, env: plain, all: true });
    expect(skipped.all).toMatch(/Tests {2}\d+ skipped/);

    // What somebody else has deployed is not touched.
    await cluster.kubectl(['create', 'namespace', 'tested-system']);
    const used = await run({ E2E_CONTEXT: context, IMG: 'op:1' });
    expect(used.exitCode).not.toBe(0);
    expect(used.all).toContain('the cluster already has resources of this project: namespace/tested-system');
    expect(await exists('namespace/tested-system')).toBe(true);
    expect(await exists('namespace/tested-system-e2e')).toBe(false);
    await cluster.kubectl(['delete', 'namespace', 'tested-system']);
  });
});
