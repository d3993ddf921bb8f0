import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { mergeFrom } from '../client/merge-patch.js';
import { controllerManagedBy } from '../controller/builder.js';
import { createOrPatch, createOrUpdate } from '../controllerutil/create-or-update.js';
import { clone } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { webhookManagedBy } from '../webhook/builder.js';
import { hubSpokeConverter, spokeConverter } from '../webhook/converter.js';
import { createManager } from './create-manager.js';
import type { Manager } from './manager.js';

interface Nest extends KubernetesObject {
  spec?: { deep?: unknown; n?: number; note?: string };
  status?: { deep?: unknown };
}

const names = { group: 'deep.example.com', kind: 'Nest', plural: 'nests', scope: 'Namespaced' } as const;
const Nest = defineResource<Nest>({ ...names, version: 'v1' });
const OldNest = defineResource<Nest>({ ...names, version: 'v1beta1' });
const hooked = { ...names, kind: 'Hook', plural: 'hooks' } as const;
const Hook = defineResource<Nest>({ ...hooked, version: 'v1' });
const OldHook = defineResource<Nest>({ ...hooked, version: 'v1beta1' });

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const version = (name: string, storage: boolean): object => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
  subresources: { status: {} },
});
const crd = ({ kind, plural }: { kind: string; plural: string }, conversion: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${names.group}` },
  spec: {
    group: names.group,
    scope: names.scope,
    names: { kind, plural },
    versions: [version('v1', true), version('v1beta1', false)],
    conversion,
  },
});
const service = { name: 'webhook-service', namespace: 'system' };
const byWebhook = {
  strategy: 'Webhook',
  webhook: { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] },
};
const configuration = (kind: string, path: string): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: `${kind}WebhookConfiguration`,
  metadata: { name: `${kind.toLowerCase()}-deep` },
  webhooks: [
    {
      name: `${kind.toLowerCase()}.${names.group}`,
      clientConfig: { service: { ...service, path } },
      rules: [
        {
          apiGroups: [names.group],
          apiVersions: ['v1'],
          operations: ['CREATE', 'UPDATE', ...(kind === 'Validating' ? ['DELETE'] : [])],
          resources: ['hooks'],
        },
      ],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    },
  ],
});

const nested = (levels: number, leaf: unknown = 1): unknown => {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? { a: value } : [value];
  return value;
};
/** The decoder of the API server stops at 10,000 levels, and the object and its spec are two. */
const deepest = 9_998;
/** The API server needs half a minute for a merge patch of 10,000 levels, and times out. */
const deepestMerged = 1000;
/** The objects of a review are four levels down, and it contains a patch as a string. */
const deepestReviewed = 9_990;

const allow = (): undefined => undefined;

const assets = await findTestAssets();
const available = assets.found || process.env['CI'] === 'true';

describe.skipIf(!available)('objects with as many levels as an API server accepts', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    environment = await startTestEnvironment({
      crds: [crd(names, { strategy: 'None' }), crd(hooked, byWebhook)],
      webhooks: {
        paths: [
          configuration('Mutating', '/mutate-deep-example-com-v1-hook'),
          configuration('Validating', '/validate-deep-example-com-v1-hook'),
        ].map((each) => each as never),
      },
    });
    client = createClient(environment.config, { fieldManager: 'tests' });
  }, 120_000);

  afterAll(async () => {
    await environment?.stop();
  });

  async function start(prepare: (manager: Manager) => Promise<void>): Promise<Manager> {
    const manager = await createManager({
      config: environment.config,
      webhook: environment.webhookServerOptions,
      metrics: { bindAddress: '127.0.0.1:0', secure: false },
      log: logInto(lines),
    });
    await prepare(manager);
    const end = new AbortController();
    const ended = manager.start(end.signal);
    onTestFinished(async () => {
      end.abort();
      await ended;
    });
    return manager;
  }

  it('do not stop an operator: it goes on, in other namespaces too, and comes up again', async () => {
    const seen: string[] = [];
    const run = () =>
      start(async (manager) => {
        await controllerManagedBy(manager)
          .for(Nest)
          .complete({
            reconcile: async (request) => {
              const nest = await manager.client.getOrNull(Nest, request);
              if (nest !== null) seen.push(`${request.namespace}/${request.name} ${nest.metadata.resourceVersion}`);
            },
          });
      });
    const reconciled = async ({ metadata }: Nest): Promise<void> => {
      const { namespace, name, resourceVersion } = metadata as {
        namespace: string;
        name: string;
        resourceVersion: string;
      };
      await eventually(() => expect(seen).toContain(`${namespace}/${name} ${resourceVersion}`));
    };
    const before = await client.create(Nest, { metadata: { name: 'before', namespace: 'default' } });
    const manager = await run();
    await reconciled(before);
    const cached = manager.client;

    const poison = { metadata: { name: 'poison', namespace: 'kube-public' }, spec: { deep: nested(deepest - 1) } };
    const created = await client.create(Nest, poison);
    await reconciled(created);
    await reconciled(await client.create(Nest, { metadata: { name: 'after', namespace: 'default' } }));
    expect((await cached.list(Nest)).items.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'after',
      'before',
      'poison',
    ]);
    const [found, live] = await Promise.all([cached.get(Nest, poison.metadata), client.get(Nest, poison.metadata)]);
    expect(deepEqual(found.spec, live.spec)).toBe(true);

    // Another operator that finds it in its first list, and a client of the other version, which the API server
    // converts itself.
    seen.length = 0;
    await run();
    await reconciled(created);
    const other = await start(async () => undefined);
    await eventually(async () => expect((await other.client.list(OldNest)).items).toHaveLength(3));
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('can be read, updated, patched in every way, compared and deleted', async () => {
    const metadata = { name: 'crud', namespace: 'default' };
    const created = await client.create(Nest, { metadata, spec: { deep: nested(deepest - 1), n: 1 } });
    const changed = clone(created);
    changed.spec!.deep = nested(deepest - 1, 2);
    const updated = await client.update(Nest, changed);
    expect(deepEqual(updated.spec?.deep, nested(deepest - 1, 2))).toBe(true);

    const patch = mergeFrom(updated);
    const wanted = clone(updated);
    wanted.spec!.deep = nested(deepestMerged, 3);
    const merged = await client.patch(Nest, wanted, patch);
    expect(deepEqual(merged.spec?.deep, nested(deepestMerged, 3))).toBe(true);

    const path = '/spec/deep';
    // The API server's own patch is nested one level deeper, in its list and its operation.
    const replaced = await client.patch(Nest, metadata, [{ op: 'replace', path, value: nested(deepest - 3, 4) }], {
      type: 'json',
    });
    expect(deepEqual(replaced.spec?.deep, nested(deepest - 3, 4))).toBe(true);

    const operation = await createOrUpdate(client, Nest, { metadata }, (nest) => {
      nest.spec = { ...nest.spec, n: 2 };
    });
    expect(operation.result).toBe('updated');
    expect((await createOrUpdate(client, Nest, { metadata }, () => undefined)).result).toBe('unchanged');
    const patched = await createOrPatch<Nest>(client, Nest, { metadata }, (nest) => {
      nest.spec = { ...nest.spec, deep: nested(deepestMerged, 5) };
      nest.status = { deep: nested(deepestMerged, 6) };
    });
    expect(patched.result).toBe('updatedStatus');
    expect(deepEqual(patched.object.status?.deep, nested(deepestMerged, 6))).toBe(true);
    await client.delete(Nest, metadata);
    expect(await client.getOrNull(Nest, metadata)).toBeNull();
  });

  it('are defaulted, validated and converted', async () => {
    const converter = spokeConverter<Nest, Nest>(OldHook, {
      convertTo: ({ spec }) => ({ spec: { ...spec } }),
      convertFrom: ({ spec }) => ({ spec: { ...spec } }),
    });
    const validated: unknown[] = [];
    await start(async (manager) => {
      await webhookManagedBy(manager)
        .for(Hook)
        .withDefaulter({
          default: (hook) => {
            hook.spec = { ...hook.spec, note: 'defaulted', deep: { more: hook.spec?.deep } };
          },
        })
        .withValidator({
          validateCreate: ({ spec }) => void validated.push(clone(spec)),
          validateUpdate: (old, now) => void validated.push(deepEqual(old.spec, now.spec)),
          validateDelete: ({ spec }) => void validated.push(clone(spec)),
        })
        .withConverter(hubSpokeConverter(Hook, converter))
        .complete();
    });
    const metadata = { name: 'hooked', namespace: 'default' };
    const deep = nested(deepestReviewed);
    const created = await eventually(() => client.create(Hook, { metadata, spec: { deep } }));
    expect(deepEqual(created.spec, { note: 'defaulted', deep: { more: deep } })).toBe(true);
    expect(deepEqual(validated[0], created.spec)).toBe(true);

    await client.create(Hook, { metadata: { name: 'shallow', namespace: 'default' } });
    const old = await client.list(OldHook);
    expect(old.items.map((each) => each.metadata.name)).toEqual(['hooked', 'shallow']);
    expect(deepEqual(old.items[0]!.spec, created.spec)).toBe(true);
    await client.delete(Hook, metadata);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('of which a review cannot be answered fail the conversion of a list, and are named by the API server', async () => {
    const converter = spokeConverter<Nest, Nest>(OldHook, {
      convertTo: ({ spec }) => ({ spec: { ...spec } }),
      convertFrom: ({ spec }) => ({ spec: { ...spec } }),
    });
    await start(async (manager) => {
      await webhookManagedBy(manager)
        .for(Hook)
        .withDefaulter({ default: () => undefined })
        .withValidator({ validateCreate: allow, validateUpdate: allow, validateDelete: allow })
        .withConverter(hubSpokeConverter(Hook, converter))
        .complete();
    });
    const metadata = { name: 'too-deep', namespace: 'default' };
    await eventually(() => client.create(Hook, { metadata, spec: { deep: nested(deepest - 1) } }));
    await expect(client.get(OldHook, metadata)).rejects.toThrow(/exceeded max depth/);
    // The stored version needs no conversion.
    expect((await client.list(Hook)).items.length).toBeGreaterThan(0);
    await client.delete(Hook, metadata);
  });
});
