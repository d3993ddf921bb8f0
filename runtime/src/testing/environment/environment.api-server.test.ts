import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../test/support/eventually.js';
import { isNotFound } from '../../client/error-reasons.js';
import { createClient } from '../../client/create-client.js';
import { ValidatingWebhookConfiguration } from '../../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../../k8s/apiextensions/v1.js';
import { ConfigMap, ServiceAccount } from '../../k8s/core/v1.js';
import { findTestAssets } from './assets.js';
import { startTestEnvironment, type TestEnvironment } from './environment.js';
import { waitFor } from './wait.js';

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'crates.environment.example.com' },
  spec: {
    group: 'environment.example.com',
    scope: 'Namespaced',
    names: { kind: 'Crate', plural: 'crates' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const validating = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'environment' },
  webhooks: [
    {
      name: 'vconfigmap.example.com',
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/validate--v1-configmap' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
};

describe.skipIf(!available)('a test environment', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: [crd] });
  }, 120_000);
  afterAll(() => environment?.stop());

  const kubectl = async (kubeconfig: string, ...args: string[]): Promise<string> => {
    const program = join(environment.assetsDirectory, 'kubectl');
    return (await promisify(execFile)(program, [`--kubeconfig=${kubeconfig}`, ...args])).stdout;
  };

  it('adds users while it runs, whom the API server knows by name and groups', async () => {
    const kubeconfig = await environment.addUser({ name: 'jane', groups: ['readers', 'writers'] });
    expect(await environment.userKubeconfig('jane')).toBe(kubeconfig);
    const whoami = await kubectl(kubeconfig, 'auth', 'whoami', '--output=json');
    expect(JSON.parse(whoami)).toMatchObject({
      status: { userInfo: { username: 'jane', groups: ['readers', 'writers', 'system:authenticated'] } },
    });
    await expect(kubectl(kubeconfig, 'get', 'configmaps')).rejects.toThrow(/User "jane" cannot list resource/);
    await expect(environment.addUser({ name: 'jane' })).rejects.toThrow('there is a user jane already');
    const another = await environment.addUser({ name: 'boss', groups: ['system:masters'] });
    expect(await kubectl(another, 'get', 'crates', '--all-namespaces')).toBe('');
  });

  it('installs definitions as values, and uninstalls them', async () => {
    const client = createClient(environment.config);
    const other = { ...crd, metadata: { name: 'cases.environment.example.com' } };
    const cases = { ...other, spec: { ...crd.spec, names: { kind: 'Case', plural: 'cases' } } };
    expect(await environment.installCRDs(cases)).toEqual([cases.metadata.name]);
    await environment.uninstallCRDs(cases);
    await expect(client.get(CustomResourceDefinition, cases.metadata)).rejects.toSatisfy(isNotFound);
    await environment.uninstallCRDs(cases);
    await expect(environment.installCRDs({ kind: 'Deployment' })).rejects.toThrow(
      'expected a CustomResourceDefinition, got Deployment',
    );
  });

  it('installs kinds that a client finds at once, and uninstalls them so that it no longer does', async () => {
    const find = async (version: string): Promise<string> => {
      // Each asks anew.
      const { restMapper } = createClient(environment.config);
      return (await restMapper.resourceFor({ group: crd.spec.group, version, kind: 'Sack' })).plural;
    };
    const [first] = crd.spec.versions;
    const sacks = (...served: boolean[]) => ({
      ...crd,
      metadata: { name: 'sacks.environment.example.com' },
      spec: {
        ...crd.spec,
        names: { kind: 'Sack', plural: 'sacks' },
        versions: served.map((each, index) => ({
          ...first,
          name: `v${index + 1}`,
          served: each,
          storage: index === 0,
        })),
      },
    });
    for (let round = 0; round < 5; round += 1) {
      await environment.installCRDs(sacks(true, true));
      expect(await Promise.all(['v1', 'v2'].map(find))).toEqual(['sacks', 'sacks']);
      await environment.installCRDs(sacks(true, false));
      expect(await find('v1')).toBe('sacks');
      await expect(find('v2')).rejects.toThrow('no matches for kind "Sack"');
      await environment.uninstallCRDs(sacks(true));
      await expect(find('v1')).rejects.toThrow('no matches for kind "Sack"');
    }
  });

  it('turns the conversion of a definition that names a Service to the test', async () => {
    const client = createClient(environment.config);
    const name = 'jars.environment.example.com';
    const service = { namespace: 'system', name: 'webhook-service', path: '/convert' };
    const caBundle = Buffer.from('-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n').toString('base64');
    const jars = {
      ...crd,
      metadata: { name },
      spec: {
        ...crd.spec,
        names: { kind: 'Jar', plural: 'jars' },
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service, caBundle }, conversionReviewVersions: ['v1'] },
        },
      },
    };
    await client.create(CustomResourceDefinition, jars as never);
    await environment.installCRDs(jars);
    const { spec } = await client.get(CustomResourceDefinition, { name });
    expect(spec.conversion?.webhook?.clientConfig).toEqual({
      url: expect.stringMatching(/^https:.*\/convert$/),
      caBundle: expect.any(String),
    });
    await environment.uninstallCRDs(jars);
  });

  it('is an existing cluster to another, which takes its webhooks away when it stops', async () => {
    const client = createClient(environment.config);
    const guest = await startTestEnvironment({
      useExistingCluster: true,
      config: environment.config,
      crds: [
        {
          ...crd,
          metadata: { name: 'tins.environment.example.com' },
          spec: { ...crd.spec, names: { kind: 'Tin', plural: 'tins' } },
        },
      ],
      cleanUpAfterUse: true,
      webhooks: { paths: [validating] },
    });
    onTestFinished(() => guest.stop());
    const created = client.create(ConfigMap, { metadata: { name: 'refused', namespace: 'default' } });
    await expect(created).rejects.toThrow(
      /failed calling webhook "vconfigmap.example.com": .*127\.0\.0\.1:\d+\/validate--v1-configmap/,
    );
    const { webhooks } = await client.get(ValidatingWebhookConfiguration, { name: 'environment' });
    expect(webhooks?.[0]?.clientConfig).toEqual({
      url: `https://127.0.0.1:${guest.webhookServerOptions.port}/validate--v1-configmap`,
      caBundle: expect.any(String) as string,
    });
    await client.create(ServiceAccount, { metadata: { name: 'robot', namespace: 'default' } });
    const robot = await guest.serviceAccountKubeconfig('default', 'robot');
    expect(await kubectl(robot, 'auth', 'whoami')).toContain('system:serviceaccount:default:robot');
    expect(() => guest.auditLogPath).toThrow('an existing cluster has no auditLogPath for tests');
    await expect(guest.stopApiServer()).rejects.toThrow('an existing cluster has no stopApiServer for tests');
    await guest.stop();
    await expect(client.get(ValidatingWebhookConfiguration, { name: 'environment' })).rejects.toSatisfy(isNotFound);
    await expect(client.get(CustomResourceDefinition, { name: 'tins.environment.example.com' })).rejects.toSatisfy(
      isNotFound,
    );
    await client.get(CustomResourceDefinition, crd.metadata);
    const users = startTestEnvironment({
      useExistingCluster: true,
      config: environment.config,
      users: [{ name: 'joe' }],
    });
    await expect(users).rejects.toThrow('an existing cluster has no users for tests');
  });

  it('does not turn the webhooks of an operator that runs in the cluster to a test', async () => {
    const client = createClient(environment.config);
    const theirs = { ...validating, webhooks: [] };
    await client.create(ValidatingWebhookConfiguration, theirs);
    await expect(environment.installWebhooks(validating)).rejects.toThrow(
      /the cluster has validatingwebhookconfigurations environment already, of an operator that runs there/,
    );
    await client.delete(ValidatingWebhookConfiguration, { metadata: validating.metadata });
  });

  it('shows what the control plane prints, where it is asked to', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const talking = await startTestEnvironment({ attachControlPlaneOutput: true });
    onTestFinished(() => talking.stop());
    const shown = (): string => written.mock.calls.map(([chunk]) => chunk.toString()).join('');
    await eventually(() => expect(shown()).toContain('etcd-version'));
    expect(await readFile(join(talking.directory, 'etcd.log'), 'utf8')).toContain('etcd-version');
  });

  it('goes by KUBEBUILDER_CONTROLPLANE_START_TIMEOUT', async () => {
    vi.stubEnv('KUBEBUILDER_CONTROLPLANE_START_TIMEOUT', '10ms');
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(startTestEnvironment()).rejects.toThrow('kube-apiserver was not ready after 0.01 s');
    vi.stubEnv('KUBEBUILDER_CONTROLPLANE_START_TIMEOUT', 'soon');
    await expect(startTestEnvironment()).rejects.toThrow('"soon" is not a duration');
  });

  it('leaves no process when its test runner is killed', async () => {
    const module = new URL('environment.ts', import.meta.url).href;
    const script = `
      const { startTestEnvironment } = await import(${JSON.stringify(module)});
      const { directory } = await startTestEnvironment();
      console.log(directory);
      setInterval(() => undefined, 1000);
    `;
    const runner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void runner.kill('SIGKILL'));
    const [directory] = (await once(createInterface(runner.stdout), 'line')) as [string];
    const left = async (): Promise<string[]> => {
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
      return stdout.split('\n').filter((line) => line.includes(directory));
    };
    expect((await left()).length).toBeGreaterThanOrEqual(2);
    runner.kill('SIGKILL');
    await waitFor('nothing is left', 10_000, async () => ((await left()).length === 0 ? true : undefined));
  });
});
