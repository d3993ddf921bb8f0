import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../../test/support/eventually.js';
import { logInto } from '../../../../../test/support/logs.js';
import { makeTemporaryFolder } from '../../../../../test/support/tree.js';
import type { KubernetesObject } from '../../../api/object.js';
import { defineResource } from '../../../api/resource.js';
import { createClient } from '../../../client/create-client.js';
import { MutatingWebhookConfiguration } from '../../../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1.js';
import { ConfigMap, Namespace } from '../../../k8s/core/v1.js';
import { createManager } from '../../../manager/create-manager.js';
import type { Manager } from '../../../manager/manager.js';
import { webhookManagedBy } from '../../../webhook/builder.js';
import { hubSpokeConverter, spokeConverter } from '../../../webhook/converter.js';
import { findTestAssets } from '../assets.js';
import { startTestEnvironment } from '../environment.js';
import { joinTestEnvironment, type JoinedTestEnvironment, type JoinTestEnvironmentOptions } from './join.js';
import { addressVariable } from './protocol.js';
import { shareTestEnvironment, type SharedTestEnvironment } from './share.js';

interface Box extends KubernetesObject {
  spec: { size: number };
}
interface OldBox extends KubernetesObject {
  spec: { volume: number };
}
const group = 'shared.example.com';
const names = { group, kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
const Box = defineResource<Box>({ ...names, version: 'v2' });
const OldBox = defineResource<OldBox>({ ...names, version: 'v1' });

const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});
const definition = (plural: string, kind: string, spec: object = { versions: [version('v2', true)] }) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: { group, scope: 'Namespaced', names: { kind, plural }, ...spec },
});
const boxes = definition('boxes', 'Box', {
  versions: [version('v1', false), version('v2', true)],
  conversion: {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
      conversionReviewVersions: ['v1'],
    },
  },
});
const converter = hubSpokeConverter(
  Box,
  spokeConverter<Box, OldBox>(OldBox, {
    convertTo: ({ spec }) => ({ spec: { size: spec.volume } }),
    convertFrom: ({ spec }) => ({ spec: { volume: spec.size } }),
  }),
);

const mutating = (resource: string) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'mutating' },
  webhooks: [
    {
      name: 'mutating.example.com',
      clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/mutate--v1-configmap' } },
      rules: [{ apiGroups: [''], apiVersions: ['*'], operations: ['CREATE'], resources: [resource] }],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
});

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';

/** Joins as a test file does, and leaves at the end of the test. */
async function joined(options?: JoinTestEnvironmentOptions): Promise<JoinedTestEnvironment> {
  const environment = await joinTestEnvironment(options);
  onTestFinished(() => environment.stop());
  return environment;
}

/** Serves the webhooks of a test file. Returns how to end that. */
async function serve(
  { config, webhookServerOptions: webhook }: JoinedTestEnvironment,
  register: (manager: Manager) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const manager = await createManager({ config, webhook, log: logInto([]) });
  await register(manager);
  const stop = new AbortController();
  const ended = manager.start(stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  onTestFinished(end);
  await eventually(manager.webhookServer.startedChecker());
  return end;
}

const converts = (manager: Manager) => webhookManagedBy(manager).for(Box).withConverter(converter).complete();

describe.skipIf(!available)('a shared test environment', { timeout: 120_000 }, () => {
  let shared: SharedTestEnvironment;

  beforeAll(async () => {
    shared = await shareTestEnvironment();
  });
  afterAll(() => shared?.stop());

  it('is one control plane, in which each file has a namespace', async () => {
    const [one, other] = await Promise.all([joined(), joined()]);
    expect(other.url).toBe(one.url);
    expect(other.namespace).not.toBe(one.namespace);
    const client = createClient(one.config);
    await client.get(Namespace, { name: other.namespace });
    expect((await createClient(other.config).get(Namespace, { name: one.namespace })).metadata.name).toBe(
      one.namespace,
    );
    await expect(shareTestEnvironment()).rejects.toThrow('a test environment is shared already');
  });

  it('installs a definition once, and again after a reload', async () => {
    const folder = makeTemporaryFolder();
    onTestFinished(folder.remove);
    const file = join(folder.path, 'jars.json');
    const jars = (...versions: object[]) => definition('jars', 'Jar', { versions: [version('v2', true), ...versions] });
    const { metadata } = jars();
    await writeFile(file, JSON.stringify(jars()));
    const { config } = await joined({ crds: [file] });
    const client = createClient(config);
    const { metadata: first } = await client.get(CustomResourceDefinition, metadata);
    await rm(file);
    await Promise.all([joined({ crds: [file] }), joined({ crds: [file] })]);
    await writeFile(file, JSON.stringify(jars(version('v3', false))));
    shared.reload();
    await joined({ crds: [file] });
    const { metadata: last, spec } = await client.get(CustomResourceDefinition, metadata);
    expect(spec.versions.map(({ name }) => name)).toEqual(['v2', 'v3']);
    expect(last.uid).toBe(first.uid);
  });

  it('asks the webhooks of a file about its own namespace', async () => {
    const configuration = mutating('configmaps');
    const files = await Promise.all(
      ['one', 'other'].map(async (label) => {
        const file = await joined({ webhooks: { paths: [configuration] } });
        await serve(file, (manager) =>
          webhookManagedBy(manager)
            .for(ConfigMap)
            .withDefaulter({ default: (object) => void (object.data = { label }) })
            .complete(),
        );
        return file;
      }),
    );
    const client = createClient(files[0]!.config);
    const labels = await Promise.all(
      [...files.map(({ namespace }) => namespace), 'default'].map(async (namespace) => {
        const { data } = await client.create(ConfigMap, { metadata: { name: 'labelled', namespace } });
        return data?.['label'];
      }),
    );
    expect(labels).toEqual(['one', 'other', undefined]);
    const installed = async () =>
      (await client.list(MutatingWebhookConfiguration)).items.map(({ metadata }) => metadata.name).toSorted();
    expect(await installed()).toEqual(files.map(({ namespace }) => `mutating-${namespace}`).toSorted());
    await files[0]!.stop();
    expect(await installed()).toEqual([`mutating-${files[1]!.namespace}`]);
  });

  it('has objects converted by whichever file serves that', async () => {
    const crds = [boxes];
    const one = await joined({ crds });
    const other = await joined({ crds });
    const client = createClient(one.config);
    const create = ({ namespace }: JoinedTestEnvironment, name: string) =>
      client.create(OldBox, { metadata: { name, namespace }, spec: { volume: 3 } });
    await expect(create(one, 'refused')).rejects.toThrow('no test file that runs serves conversions');

    const end = await serve(one, converts);
    await serve(other, converts);
    // Has a place, and no server.
    await joined({ crds });
    await Promise.all([create(one, 'a'), create(other, 'a')]);
    expect((await client.get(Box, { name: 'a', namespace: one.namespace })).spec).toEqual({ size: 3 });

    await end();
    await one.stop();
    expect((await client.get(OldBox, { name: 'a', namespace: one.namespace })).spec).toEqual({ volume: 3 });
    await create(other, 'b');
    await eventually(async () => expect((await client.list(OldBox)).items).toHaveLength(3));
  });

  it('tells what is missing if no server converts', async () => {
    const crds = [boxes];
    const file = await joined({ crds });
    const client = createClient(file.config);
    const create = () =>
      client.create(OldBox, { metadata: { name: 'a', namespace: file.namespace }, spec: { volume: 3 } });
    const end = await serve(file, (manager) =>
      webhookManagedBy(manager)
        .for(ConfigMap)
        .withDefaulter({ default: () => undefined })
        .complete(),
    );
    await expect(create()).rejects.toThrow('no test file that runs serves conversions');
    await end();

    const review = async () => '{}';
    await serve(file, async ({ webhookServer }) => webhookServer.register('/convert', { maxRequestSize: 1, review }));
    await expect(create()).rejects.toThrow(/a test file answers 413: .*the body is larger than 1 bytes/);
  });

  it('lets two files have a user of the same name', async () => {
    const files = [await joined(), await joined()];
    const [one, other] = await Promise.all(files.map((file) => file.addUser({ name: 'jane', groups: ['readers'] })));
    expect(one).toBe(other);
    await expect(files[0]!.addUser({ name: 'jane' })).rejects.toThrow('there is a user jane already');
  });

  it.each([
    ['a definition that differs', { crds: [definition('boxes', 'Crate')] }],
    ['a webhook for a cluster-scoped kind', { webhooks: { paths: [mutating('namespaces')] } }],
    ['a webhook for everything', { webhooks: { paths: [mutating('*')] } }],
  ])('leaves a file with %s a control plane of its own', async (_, options) => {
    const common = await joined({ crds: [boxes] });
    const own = await joined(options);
    expect(own.url).not.toBe(common.url);
    await createClient(own.config).get(Namespace, { name: own.namespace });
  });

  it('takes no webhook for a cluster-scoped kind later', async () => {
    const { installWebhooks } = await joined();
    await expect(installWebhooks(mutating('namespaces'))).rejects.toThrow(
      'a webhook that covers cluster-scoped objects cannot be installed in a shared environment',
    );
  });

  it('rejects callers without a token', async () => {
    const { origin } = new URL(process.env[addressVariable]!);
    vi.stubEnv(addressVariable, `${origin}/guessed`);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(joinTestEnvironment()).rejects.toThrow('no such call');
  });
});

describe.skipIf(!available)('a test file', { timeout: 120_000 }, () => {
  it('has a control plane of its own where none is shared', async () => {
    const { config, namespace, kubeconfigPath, stop } = await joined({ crds: [definition('jars', 'Jar')] });
    const client = createClient(config);
    await client.get(CustomResourceDefinition, { name: `jars.${group}` });
    await client.create(ConfigMap, { metadata: { name: 'a', namespace } });
    expect(kubeconfigPath).toMatch(/admin\.yaml$/);
    await stop();
    await expect(client.get(Namespace, { name: namespace })).rejects.toThrow(/ECONNREFUSED/);
  });

  it('receives the reason why no control plane starts, and a reload retries', async () => {
    vi.stubEnv('KUBEBUILDER_ASSETS', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    await using shared = await shareTestEnvironment();
    const refused = /KUBEBUILDER_ASSETS is \/nowhere, which has no etcd, .*Point KUBEBUILDER_ASSETS at a folder/;
    await expect(joinTestEnvironment()).rejects.toThrow(refused);
    vi.unstubAllEnvs();
    await expect(joinTestEnvironment()).rejects.toThrow(refused);
    shared.reload();
    await using file = await joinTestEnvironment();
    expect(file.namespace).toMatch(/^test-/);
  });

  it('has a namespace in an existing cluster, which goes with it', async () => {
    await using cluster = await startTestEnvironment();
    vi.stubEnv('USE_EXISTING_CLUSTER', 'true');
    vi.stubEnv('KUBECONFIG', cluster.kubeconfigPath);
    onTestFinished(() => void vi.unstubAllEnvs());
    const client = createClient(cluster.config);
    const jars = definition('jars', 'Jar');
    const run = await shareTestEnvironment({ cleanUpAfterUse: true });
    onTestFinished(() => run.stop());
    const file = await joined({ crds: [jars] });
    expect(file.url).toBe(cluster.url);
    expect(file.kubeconfigPath).toBe(cluster.kubeconfigPath);
    await expect(joinTestEnvironment({ crds: [definition('jars', 'Jug')] })).rejects.toThrow(
      'another test file has installed a CustomResourceDefinition of the same name that differs',
    );
    await expect(file.addUser({ name: 'jane' })).rejects.toThrow('an existing cluster has no users for tests');
    await file.stop();
    // Nothing takes a namespace away where no controllers run.
    expect((await client.get(Namespace, { name: file.namespace })).status?.phase).toBe('Terminating');
    await client.get(CustomResourceDefinition, jars.metadata);
    await run.stop();
    await expect(client.get(CustomResourceDefinition, jars.metadata)).rejects.toThrow(/not found/);
    await using alone = await joinTestEnvironment({ crds: [jars] });
    expect(alone.url).toBe(cluster.url);
  });
});
