import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  createClient,
  createLogger,
  createManager,
  defineIndex,
  hubSpokeConverter,
  isInvalid,
  spokeConverter,
  type Client,
  type ClusterConfig,
  type KindHandle,
  type KubernetesObject,
  type Manager,
  type ManagerOptions,
  type Reconciler,
  type Stored,
} from '@operator-gen/runtime';
import {
  findTestAssets,
  fuzzConversion,
  startTestEnvironment,
  type TestEnvironment,
} from '@operator-gen/runtime/testing';
import { CustomResourceDefinition } from '@operator-gen/runtime/k8s/apiextensions/v1';
import { defineResource } from '@operator-gen/runtime/api';
import { ConfigMap, Namespace, Secret } from '@operator-gen/runtime/k8s/core/v1';
import { Event } from '@operator-gen/runtime/k8s/events/v1';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { buildTaskPages, taskPages, type BuiltPages } from '../support/task-pages.js';

const repository = resolve(import.meta.dirname, '../..');

let built: BuiltPages;
beforeAll(() => {
  built = buildTaskPages();
}, 60_000);
afterAll(() => built?.remove());

interface FooObject extends KubernetesObject {
  spec: { text: string; copies: number; secretName?: string; storage?: string };
  status?: { copies?: number; conditions?: { type: string; status: string; observedGeneration?: number }[] };
}

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('what the pages show', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let config: ClusterConfig;
  let client: Client;
  let Foo: KindHandle<FooObject>;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: [join(built.path, 'config/crd/bases')] });
    ({ config } = environment);
    client = createClient(config);
    Foo = (await built.load('foo'))['Foo'] as KindHandle<FooObject>;
  }, 120_000);
  afterAll(() => environment?.stop());

  /** A namespace for one test. */
  async function makeNamespace(): Promise<string> {
    const { metadata } = await client.create(Namespace, { metadata: { name: `docs-${randomUUID()}` } });
    return metadata.name;
  }

  /** Runs a manager until the test is over. */
  async function run(
    setup: (manager: Manager) => Promise<unknown>,
    namespace: string,
    options: ManagerOptions = {},
  ): Promise<{ readonly manager: Manager; readonly lines: string[] }> {
    const lines: string[] = [];
    const log = createLogger({ level: 'debug', write: (line) => lines.push(line) });
    const manager = await createManager({ config, log, cache: { namespaces: [namespace] }, ...options });
    await setup(manager);
    start(manager);
    return { manager, lines };
  }

  function start(manager: Manager): void {
    const stop = new AbortController();
    const ended = manager.start(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
  }

  const setupOf = async (page: string) =>
    (await built.load(page))['setupFooController'] as (manager: Manager) => Promise<void>;
  const create = (namespace: string, spec: Partial<FooObject['spec']> = {}): Promise<Stored<FooObject>> =>
    client.create(Foo, { metadata: { name: 'a', namespace }, spec: { text: 'hello', copies: 2, ...spec } });

  it('reconcile: the status says what was found, once for each generation', async () => {
    const namespace = await makeNamespace();
    const { lines } = await run(await setupOf('reconcile'), namespace);
    const foo = await create(namespace);
    const seen = (generation: number, copies: number) =>
      eventually(async () => {
        const { status } = await client.get(Foo, foo.metadata);
        expect(status).toMatchObject({
          copies,
          conditions: [{ type: 'Ready', status: 'True', observedGeneration: generation }],
        });
      });
    await seen(1, 2);
    await client.patch(Foo, foo.metadata, { spec: { copies: 3 } });
    await seen(2, 3);
    // Said when the answer is there, which is after the status can be read.
    await eventually(async () => expect(lines.filter((line) => line.includes('wrote the status'))).toHaveLength(2));
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('own: the ConfigMap is created, and restored when it is changed or deleted', async () => {
    const namespace = await makeNamespace();
    await run(await setupOf('own'), namespace);
    const foo = await create(namespace);
    const right = () =>
      eventually(async () => {
        const { data, metadata } = await client.get(ConfigMap, foo.metadata);
        expect(data).toMatchObject({ text: 'hello' });
        expect(metadata.ownerReferences).toMatchObject([{ uid: foo.metadata.uid, controller: true }]);
        return metadata.uid;
      });
    const first = await right();
    await client.patch(ConfigMap, foo.metadata, { data: { text: 'other', more: 'stays' } });
    expect(await right()).toBe(first);
    expect((await client.get(ConfigMap, foo.metadata)).data).toEqual({ text: 'hello', more: 'stays' });
    await client.delete(ConfigMap, foo.metadata);
    await eventually(async () => expect(await right()).not.toBe(first));
  });

  it.each([
    { page: 'watch', before: 0, after: 2 },
    // Only a look at the Foo would put this right.
    { page: 'index', before: 99, after: 0 },
  ])('$page: a Secret that a Foo names asks for the Foo', async ({ page, before, after }) => {
    const namespace = await makeNamespace();
    const { manager, lines } = await run(await setupOf(page), namespace);
    await manager.elected;
    const foo = await create(namespace, { secretName: 'settings' });
    const has = (copies: number) =>
      eventually(async () => expect((await client.get(Foo, foo.metadata)).status?.copies).toBe(copies));
    await has(0);
    await client.status.patch(Foo, foo.metadata, { status: { copies: before } });
    await client.create(Secret, { metadata: { name: 'settings', namespace } });
    await has(after);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('index: what a Foo controls is found, and an index that was not added is refused with the call to add', async () => {
    const namespace = await makeNamespace();
    const { manager } = await run(await setupOf('index'), namespace);
    await manager.elected;
    const foo = await create(namespace);
    const { uid } = foo.metadata;
    const ownerReferences = [{ apiVersion: 'example.com/v1', kind: 'Foo', name: 'a', uid, controller: true }];
    for (const name of ['one', 'two'])
      await client.create(ConfigMap, { metadata: { name, namespace, ownerReferences } });
    await eventually(async () => expect((await client.get(Foo, foo.metadata)).status?.copies).toBe(2));
    await client.delete(ConfigMap, { name: 'one', namespace });
    await eventually(async () => expect((await client.get(Foo, foo.metadata)).status?.copies).toBe(1));

    const { manager: without } = await run(await setupOf('own'), namespace);
    await without.elected;
    const said = taskPages
      .find(({ name }) => name === 'index')!
      .blocks.find(({ info }) => info === 'text')!
      .text.trim();
    const bySecret = defineIndex(Foo, 'spec.secretName', () => ['a']);
    const list = without.client.list(Foo, { namespace, index: bySecret.equals('a') });
    await expect(list).rejects.toThrow(said);
  });

  it('finalize: the disk is removed before the Foo is gone, and again where that failed', async () => {
    const namespace = await makeNamespace();
    const page = await built.load('finalize');
    const FooReconciler = page['FooReconciler'] as new (client: Client, disks: object) => Reconciler;
    const made = new Set<string>();
    let failures = 2;
    const disks = {
      make: async (id: string) => void made.add(id),
      remove: async (id: string) => {
        if (failures-- > 0) throw new Error('the disk is in use');
        made.delete(id);
      },
    };
    const { controllerManagedBy } = await import('@operator-gen/runtime');
    const { lines } = await run(
      (manager) => controllerManagedBy(manager).for(Foo).complete(new FooReconciler(manager.client, disks)),
      namespace,
    );
    const foo = await create(namespace);
    await eventually(async () => expect([...made]).toEqual([foo.metadata.uid]));
    expect((await client.get(Foo, foo.metadata)).metadata.finalizers).toEqual(['example.com/disk']);
    await client.delete(Foo, foo.metadata);
    await eventually(async () => expect(await client.getOrNull(Foo, foo.metadata)).toBeNull());
    expect([...made]).toEqual([]);
    expect(lines.filter((line) => line.includes('the disk is in use'))).toHaveLength(2);
  });

  it('finalize: a registry adds its finalizers, and takes them away when the status is written', async () => {
    const namespace = await makeNamespace();
    const finalize = (await built.load('finalize'))['finalize'] as (client: Client, foo: object) => Promise<void>;
    const foo = await create(namespace);
    await finalize(client, foo);
    const stored = await client.get(Foo, foo.metadata);
    expect(stored.metadata.finalizers).toEqual(['example.com/account']);
    await client.delete(Foo, foo.metadata);
    await finalize(client, await client.get(Foo, foo.metadata));
    expect(await client.getOrNull(Foo, foo.metadata)).toBeNull();
  });

  it.each([
    { page: 'test', passed: 3 },
    { page: 'convert', passed: 1 },
  ])('$page: the test passes as it stands', async ({ page, passed }) => {
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
    const file = `${page}.js`;
    const args = [vitest, 'run', '--root', built.path, '--reporter', 'json', file];
    const settings = `export default { test: { include: ['${file}'], testTimeout: 30_000 } };`;
    built.write('vitest.config.js', settings);
    const { stdout, stderr } = await execa(process.execPath, args, { cwd: built.path, reject: false });
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      readonly numPassedTests: number;
      readonly success: boolean;
    };
    expect(report, stderr).toMatchObject({ success: true, numPassedTests: passed, numPendingTests: 0 });
  });

  it('observe: an event, a metric and a check are there to be seen', async () => {
    const namespace = await makeNamespace();
    const makeManager = (await built.load('observe'))['makeManager'] as (config: ClusterConfig) => Promise<Manager>;
    const manager = await makeManager(config);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    start(manager);
    await manager.elected;
    await create(namespace, { text: '' });
    await eventually(async () => {
      const { items } = await client.list(Event, { namespace });
      expect(items).toMatchObject([
        { reason: 'TextEmpty', action: 'Check', note: 'The text is empty: nothing is made.' },
      ]);
    });
    const get = async (port: number | undefined, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    const metrics = await get(manager.ports.metrics, '/metrics');
    expect(metrics).toContain(`foo_empty_total{namespace="${namespace}"} 1`);
    const page = taskPages.find(({ name }) => name === 'observe')!.text;
    const names = [...page.matchAll(/^\| ([^|]*) \|/gm)]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z][a-z_]{11,})`/g)])
      .map(([, name = '']) => name);
    // Neither elected nor secure here.
    const others = names.filter((name) => !/^(leader_election|certwatcher)/.test(name));
    expect(others.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([]);
    expect(await get(manager.ports.probes, '/readyz/disk')).toBe('ok');
    expect(await get(manager.ports.probes, '/readyz?verbose')).toContain('[+]disk ok');
  });

  it('convert: what the page shows is what is said of a conversion that does not preserve the copies', async () => {
    const { Foo: OldFoo } = await built.load('old-foo');
    const forgetful = spokeConverter<FooObject, KubernetesObject & { spec: { message: string } }>(OldFoo as never, {
      convertTo: (spoke) => ({ ...spoke, spec: { copies: 1, text: spoke.spec.message } }),
      convertFrom: (hub) => ({ ...hub, spec: { message: hub.spec.text } }),
    });
    const crd = join(built.path, 'config/crd/bases');
    const loss = fuzzConversion(hubSpokeConverter(Foo, forgetful), { crd, seed: 1 });
    const { message } = (await loss.catch((error: unknown) => error)) as Error;
    const shown = taskPages.find(({ name }) => name === 'convert')!.blocks.find(({ info }) => info === 'text')!.text;
    // The blocks of a page have lost the blanks before their lines.
    const withoutNames = (text: string) =>
      text
        .replaceAll(/^ {2}/gm, '')
        .replaceAll(/"name":"[a-z0-9-]+"/g, '"name":"x"')
        .trim();
    expect(withoutNames(message)).toContain(withoutNames(shown));
  });

  it('migrate-storage: every object is stored in the new version, and the old one can go', async () => {
    const { migrateStorage } = (await built.load('migrate-storage')) as {
      migrateStorage: (client: Client, kind: KindHandle) => Promise<number>;
    };
    const group = 'stored.example.com';
    const names = { group, kind: 'Note', plural: 'notes', scope: 'Namespaced' } as const;
    const [Old, New] = ['v1', 'v2'].map((version) =>
      defineResource<KubernetesObject & { spec: { text: string } }>({ ...names, version }),
    ) as [KindHandle<KubernetesObject & { spec: { text: string } }>, KindHandle];
    const schema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { text: { type: 'string' } } } },
    };
    const crd = (storage: string, ...versions: readonly string[]) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `notes.${group}` },
      spec: {
        group,
        scope: names.scope,
        names: { kind: names.kind, plural: names.plural },
        versions: versions.map((name) => ({
          name,
          served: true,
          storage: name === storage,
          schema: { openAPIV3Schema: schema },
        })),
      },
    });
    const stored = async (name: string): Promise<string> => {
      const key = Buffer.from(`/registry/${group}/notes/${namespace}/${name}`).toString('base64');
      const answer = await fetch(`${environment.etcdUrl}/v3/kv/range`, {
        method: 'POST',
        body: JSON.stringify({ key }),
      });
      const { kvs } = (await answer.json()) as { kvs: [{ value: string }] };
      return (JSON.parse(Buffer.from(kvs[0].value, 'base64').toString()) as { apiVersion: string }).apiVersion;
    };
    const definition = () => client.get(CustomResourceDefinition, { name: `notes.${group}` });

    const namespace = await makeNamespace();
    await environment.installCRDs(crd('v1', 'v1', 'v2'));
    const name = (index: number) => `n${index}`;
    for (let index = 0; index < 7; index += 1) {
      await client.create(Old, { metadata: { name: name(index), namespace }, spec: { text: `${index}` } });
    }
    await environment.installCRDs(crd('v2', 'v1', 'v2'));
    // The API server takes a moment until it stores what the definition says.
    await eventually(async () => {
      await client.patch(Old, { name: name(0), namespace }, { metadata: { labels: { at: `${Date.now()}` } } });
      expect(await stored(name(0))).toBe(`${group}/v2`);
    });
    expect(await stored(name(6))).toBe(`${group}/v1`);
    expect((await definition()).status?.storedVersions).toEqual(['v1', 'v2']);
    await expect(environment.installCRDs(crd('v2', 'v2'))).rejects.toThrow(
      /status.storedVersions\[0\]: Invalid value: "v1": missing from spec.versions/,
    );

    const before = await client.get(New, { name: name(0), namespace });
    expect(await migrateStorage(client, New)).toBe(7);
    for (let index = 0; index < 7; index += 1) expect(await stored(name(index))).toBe(`${group}/v2`);
    expect((await definition()).status?.storedVersions).toEqual(['v2']);
    // One that was stored in the new version already was not written.
    expect(await client.get(New, { name: name(0), namespace })).toEqual(before);
    await environment.installCRDs(crd('v2', 'v2'));
    expect(await client.get(New, { name: name(6), namespace })).toMatchObject({ spec: { text: '6' } });
  });

  it('webhook: a Foo is filled in, warned of and refused', async () => {
    const namespace = await makeNamespace();
    const setup = (await built.load('webhook'))['setupFooWebhook'] as (manager: Manager) => Promise<void>;
    const { manager, lines } = await run(setup, namespace, { webhook: environment.webhookServerOptions });
    await manager.elected;
    await eventually(async () => expect(manager.webhookServer.port).toBeGreaterThan(0));
    const webhook = (path: string, kind: string) => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: `docs-${path}` },
      webhooks: [
        {
          name: `${path}.example.com`,
          clientConfig: {
            service: { name: 'webhook-service', namespace: 'system', path: `/${path}-example-com-v1-foo` },
          },
          rules: [
            { apiGroups: ['example.com'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['foos'] },
          ],
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    await environment.installWebhooks(
      webhook('mutate', 'MutatingWebhookConfiguration'),
      webhook('validate', 'ValidatingWebhookConfiguration'),
    );
    const foo = await create(namespace, { copies: 11 });
    expect(foo.metadata.labels).toEqual({ 'example.com/copies': '11' });
    // As the page about tests says.
    await manager.apiReader.create(Foo, { metadata: { name: 'b', namespace }, spec: { text: 'a', copies: 12 } });
    expect(lines.join('\n')).toContain('"warning":"12 copies are many"');
    const refused = client.patch(Foo, foo.metadata, { spec: { text: 'forbidden' } });
    await expect(refused).rejects.toSatisfy(isInvalid);
    await expect(refused).rejects.toThrow('choose another text');
    const resize = (storage: string) => client.patch(Foo, foo.metadata, { spec: { storage } });
    for (const storage of ['1Gi', '1024Mi', '1.5G']) expect((await resize(storage)).spec.storage).toBe(storage);
    await expect(resize('1Gi')).rejects.toThrow(
      'spec.storage: Invalid value: "1Gi": storage may only grow: it was 1.5G',
    );
  });
});
