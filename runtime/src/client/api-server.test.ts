import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { few } from '../../../test/support/few.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource, resourceInfo } from '../api/resource.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { APIService } from '../k8s/apiregistration/v1.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap, Namespace, Node, Pod, ServiceAccount } from '../k8s/core/v1.js';
import { PodDisruptionBudget } from '../k8s/policy/v1.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { LabelSelectorRequirement } from '../k8s/meta/v1.js';
import { ClusterRole } from '../k8s/rbac/v1.js';
import { createLogger } from '../log/create-logger.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { isConflict, isForbidden, isNotFound, isServiceUnavailable, isTooManyRequests } from './error-reasons.js';
import type { Client } from './client.js';
import { createClient } from './create-client.js';
import type { LabelSelection } from './label-selection.js';
import { loadConfig } from '../configuration/load-config.js';
import { mergeFrom } from './merge-patch.js';
import { metadataOnly } from './metadata-only.js';
import { isNoMatchError } from './no-match-error.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { warningLogger } from '../transport/warnings.js';
import { dryRunClient, namespacedClient } from './wrapped-clients.js';

const assets = await findTestAssets();
const namespace = 'default';

interface Part {
  name: string;
  size?: number;
}
type Gadget = KubernetesObject & {
  spec?: { replicas?: number; parts?: Part[]; size?: number };
  status?: { replicas?: number; selector?: string };
};
const names = { group: 'example.com', kind: 'Gadget', plural: 'gadgets', scope: 'Namespaced' } as const;
const Gadget = defineResource<Gadget>({ ...names, version: 'v1' });

/** Uses every kind of `x-kubernetes-` key that a schema can have. */
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      'x-kubernetes-validations': [{ rule: 'self.?size.orValue(0) < 1000', message: 'too large' }],
      properties: {
        replicas: { type: 'integer' },
        size: { type: 'integer' },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, size: { type: 'integer' } },
            'x-kubernetes-map-type': 'granular',
          },
        },
        port: { 'x-kubernetes-int-or-string': true },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
  },
};

const crdOf = (plural: string, kind: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        schema: { openAPIV3Schema: schema },
      },
    ],
  },
});

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('on a real API server', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let transport: Transport;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment({ users: [{ name: 'nobody' }] });
    transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
    client = createClient(transport, { fieldManager: 'tests' });
    await client.create(crdOf('gadgets', 'Gadget'));
    const probe = { metadata: { name: 'probe', namespace } };
    await eventually(async () => client.create(Gadget, probe, { dryRun: true }));
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  const labels = { app: 'web' };
  const deployment = (name: string): Deployment => ({
    metadata: { name, namespace },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  });
  const pod = (name: string): Pod => ({
    metadata: { name, namespace, labels },
    spec: { containers: [{ name: 'web', image: 'nginx' }] },
  });

  describe('a defect of others that we do not have', () => {
    it('B: a field that no type names survives what is read, changed and written', async () => {
      const future = { deep: [{ future: true, n: 1.5 }, null], text: 'x' };
      const spec = { replicas: 1, futureField: future };
      const created = await client.create(Gadget, { metadata: { name: 'future', namespace }, spec });
      created.spec!.replicas = 2;
      const updated = await client.update(Gadget, created);
      expect(updated.spec).toEqual({ replicas: 2, futureField: future });
      const merged = await client.patch(Gadget, updated.metadata, { spec: { anotherFuture: { a: 1 } } } as object);
      expect(merged.spec).toEqual({ replicas: 2, futureField: future, anotherFuture: { a: 1 } });
      const patch = mergeFrom(merged);
      merged.spec!.replicas = 3;
      expect((await client.patch(Gadget, merged, patch)).spec).toMatchObject({ replicas: 3, futureField: future });
      expect((await client.get(Gadget, merged.metadata)).spec).toMatchObject({ replicas: 3, futureField: future });
    });

    it('C: a CustomResourceDefinition keeps every x-kubernetes- key, created or applied, with a handle or without', async () => {
      const keyed = JSON.stringify(schema).match(/x-kubernetes-[a-z-]+/g)!;
      expect(new Set(keyed).size).toBe(7);
      const ways = [
        async (crd: ReturnType<typeof crdOf>) => client.create(crd),
        async (crd: ReturnType<typeof crdOf>) =>
          client.create(CustomResourceDefinition, crd as CustomResourceDefinition),
        async (crd: ReturnType<typeof crdOf>) => client.apply(crd),
        async (crd: ReturnType<typeof crdOf>) =>
          client.apply(CustomResourceDefinition, crd as CustomResourceDefinition),
      ];
      for (const [index, way] of ways.entries()) {
        const crd = crdOf(`things${index}`, `Thing${index}`);
        await way(crd);
        const stored = await client.get(CustomResourceDefinition, crd.metadata);
        expect(stored.spec.versions[0]?.schema?.openAPIV3Schema).toEqual(schema);
      }
    });

    it('D: an item of a list is what a read of the object is', async () => {
      const created = await client.create(ConfigMap, {
        metadata: { name: 'item', namespace, labels: { set: 'items' } },
      });
      const { items } = await client.list(ConfigMap, { namespace, labelSelector: 'set=items' });
      expect(items).toEqual([await client.get(ConfigMap, created.metadata)]);
      expect(items[0]).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
      expect(items[0]?.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/);
    });

    it('what is read, whichever way, says what it is, and is written without its handle', async () => {
      const said = { apiVersion: 'example.com/v1', kind: 'Gadget' };
      const metadata = { name: 'typed', namespace, labels: { set: 'typed' } };
      const created = await client.create(Gadget, { metadata, spec: { size: 1 } });
      const updated = await client.update({ ...created, spec: { size: 2 } });
      const patched = await client.patch(updated, { spec: { size: 3 } });
      const withStatus = await client.status.update({ ...patched, status: { replicas: 1 } });
      const applied = await client.apply({ ...said, metadata, spec: { size: 3 } });
      const read = await client.get(Gadget, metadata);
      const selection = { namespace, labelSelector: { set: 'typed' } };
      const { items } = await client.list(Gadget, selection);
      const page = await client.list(Gadget, { ...selection, limit: 1 });
      const part = await client.get(metadataOnly(Gadget), metadata);
      const all = [created, updated, patched, withStatus, applied, read, ...items, ...page.items, part];
      expect(all).toHaveLength(9);
      for (const each of all) expect(each).toMatchObject(said);
      await client.delete(items[0]!);
      await expect(client.get(Gadget, metadata)).rejects.toSatisfy(isNotFound);
    });

    it('K: a name keeps its case, a JSON patch is a JSON patch, and custom resources take the usual one', async () => {
      const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
      const created = await client.create(ClusterRole, { metadata: { name: 'Foo:Bar' }, rules });
      expect((await client.get(ClusterRole, { name: 'Foo:Bar' })).metadata.uid).toBe(created.metadata.uid);
      const updated = await client.update({ ...created, rules: [] });
      expect(updated.metadata.name).toBe('Foo:Bar');
      const added = [{ op: 'add' as const, path: '/metadata/labels', value: { a: 'b' } }];
      await client.patch(ClusterRole, { name: 'Foo:Bar' }, added, { type: 'json' });
      expect((await client.get(ClusterRole, created.metadata)).metadata.labels).toEqual({ a: 'b' });
      await client.delete(ClusterRole, { name: 'Foo:Bar' });
      await expect(client.get(ClusterRole, created.metadata)).rejects.toSatisfy(isNotFound);
      const gadget = await client.create(Gadget, { metadata: { name: 'usual', namespace } });
      await expect(client.patch(Gadget, gadget.metadata, { spec: { size: 1 } })).resolves.toMatchObject({
        spec: { size: 1 },
      });
    });

    it('L: server-side apply of an object and of its status, and what is no longer applied goes', async () => {
      const metadata = { name: 'applied', namespace };
      await client.apply(Gadget, { metadata, spec: { parts: [{ name: 'a' }, { name: 'b', size: 1 }] } });
      const other = { metadata, spec: { parts: [{ name: 'c' }], replicas: 2 } };
      await client.apply(Gadget, other, { fieldManager: 'other' });
      const both = await client.apply(Gadget, { metadata, spec: { parts: [{ name: 'b', size: 2 }] } });
      expect(both.spec).toEqual({ replicas: 2, parts: [{ name: 'b', size: 2 }, { name: 'c' }] });
      const withStatus = await client.status.apply(Gadget, { metadata, status: { replicas: 2 } });
      expect(withStatus.status).toEqual({ replicas: 2 });
      const late = client.apply(Gadget, { metadata, spec: { replicas: 5 } });
      await expect(late).rejects.toSatisfy(isConflict);
      await expect(late).rejects.toThrow(/conflict with "other".*spec\.replicas/s);
    });
  });

  describe('a patch', () => {
    it('as JSON tests, moves and replaces, or changes nothing', async () => {
      const { metadata } = await client.create(ConfigMap, {
        metadata: { name: 'json', namespace },
        data: { a: '1', b: '2' },
      });
      const patched = await client.patch(
        ConfigMap,
        metadata,
        [
          { op: 'test', path: '/data/a', value: '1' },
          { op: 'move', from: '/data/b', path: '/data/c' },
          { op: 'replace', path: '/data/a', value: '3' },
        ],
        { type: 'json' },
      );
      expect(patched.data).toEqual({ a: '3', c: '2' });
      const wrong: JsonPatchOperation[] = [
        { op: 'test', path: '/data/a', value: '1' },
        { op: 'remove', path: '/data/c' },
      ];
      await expect(client.patch(ConfigMap, metadata, wrong, { type: 'json' })).rejects.toMatchObject({ code: 422 });
      expect((await client.get(ConfigMap, metadata)).data).toEqual({ a: '3', c: '2' });
    });

    it('that is merged replaces lists and removes what is null; a strategic one merges lists by their keys', async () => {
      const { metadata } = await client.create(Deployment, deployment('merged'));
      const containers = [{ name: 'sidecar', image: 'busybox' }];
      const body = { metadata: { labels: { a: 'b' } }, spec: { template: { spec: { containers } } } };
      const strategic = await client.patch(Deployment, metadata, body, { type: 'strategic' });
      expect(strategic.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['sidecar', 'web']);
      const merged = await client.patch(Deployment, metadata, { ...body, metadata: { labels: null } });
      expect(merged.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(['sidecar']);
      expect(merged.metadata.labels).toBeUndefined();
      const gadget = await client.create(Gadget, { metadata: { name: 'strategic', namespace } });
      const refused = client.patch(Gadget, gadget.metadata, {}, { type: 'strategic' });
      await expect(refused).rejects.toMatchObject({ code: 415 });
    });

    it('from an object sends what changed, and holds on to its version where that is wanted', async () => {
      const read = await client.create(ConfigMap, { metadata: { name: 'from', namespace }, data: { a: '1', b: '2' } });
      const free = mergeFrom(read);
      const locked = mergeFrom(read, { optimisticLock: true });
      await client.patch(ConfigMap, read.metadata, { data: { others: 'x' } });
      delete read.data!['b'];
      await expect(client.patch(ConfigMap, read, locked)).rejects.toSatisfy(isConflict);
      expect((await client.patch(ConfigMap, read, free)).data).toEqual({ a: '1', others: 'x' });
      await expect(client.patch(ConfigMap, read.metadata, free)).rejects.toThrow('needs the object as it is to be');
    });
  });

  describe('a part of an object', () => {
    it.each([
      ['a Deployment', async () => client.create(Deployment, deployment('scaled')), Deployment],
      [
        'a custom resource',
        async () => client.create(Gadget, { metadata: { name: 'scaled', namespace }, spec: { replicas: 1 } }),
        Gadget,
      ],
    ] as const)('scales %s', async (_, create, kind) => {
      const { metadata } = await create();
      const scale = client.subresource('scale');
      const read = await scale.get(kind, metadata);
      expect(read).toMatchObject({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 1 } });
      expect((await scale.update(kind, { ...read, spec: { replicas: 2 } })).spec?.replicas).toBe(2);
      expect((await scale.patch(kind, metadata, { spec: { replicas: 3 } })).spec?.replicas).toBe(3);
      expect((await client.get<Gadget>(kind, metadata)).spec?.replicas).toBe(3);
      const stale = scale.update(kind, { ...read, spec: { replicas: 9 } });
      await expect(stale).rejects.toSatisfy(isConflict);
    });

    it('takes the scale of a built-in kind as it is applied', async () => {
      const { metadata } = await client.create(Deployment, deployment('scale-applied'));
      const scale = { metadata: { name: 'scale-applied', namespace }, spec: { replicas: 4 } };
      await client.subresource('scale').apply(Deployment, scale, { force: true });
      expect((await client.get(Deployment, metadata)).spec?.replicas).toBe(4);
    });

    it('evicts a Pod, unless a budget forbids it', async () => {
      const { metadata } = await client.create(Pod, pod('evicted'));
      const budget = await client.create(PodDisruptionBudget, {
        metadata: { name: 'all', namespace },
        spec: { minAvailable: 1, selector: { matchLabels: labels } },
      });
      const status = {
        observedGeneration: 1,
        disruptionsAllowed: 0,
        currentHealthy: 1,
        desiredHealthy: 1,
        expectedPods: 1,
      };
      await client.status.update(PodDisruptionBudget, { ...budget, status });
      await client.status.patch(Pod, metadata, {
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      });
      const evict = async () => client.subresource('eviction').create(Pod, metadata, { metadata: { name: 'evicted' } });
      await expect(evict()).rejects.toSatisfy(isTooManyRequests);
      await expect(evict()).rejects.toThrow(/^create eviction of pods default\/evicted: .*disruption budget/);
      await client.delete(PodDisruptionBudget, budget);
      await expect(evict()).resolves.toMatchObject({ status: 'Success' });
      await expect(client.get(Pod, metadata)).rejects.toSatisfy(isNotFound);
    });

    it('makes a token for a service account', async () => {
      const { metadata } = await client.create(ServiceAccount, { metadata: { name: 'robot', namespace } });
      const spec = { audiences: ['somebody'], expirationSeconds: 600 };
      const { status } = await client.subresource('token').create(ServiceAccount, metadata, { spec });
      const [, claims = ''] = status!.token.split('.');
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: ['somebody'] });
    });

    it('binds a Pod to a node, and adds an ephemeral container', async () => {
      const bound = await client.create(Pod, pod('bound'));
      await client.create(Node, { metadata: { name: 'node' } });
      const target = { apiVersion: 'v1', kind: 'Node', name: 'node' };
      await client.subresource('binding').create(Pod, bound, { metadata: { name: 'bound' }, target });
      const read = await client.get(Pod, bound.metadata);
      expect(read.spec?.nodeName).toBe('node');
      const debug = { name: 'debug', image: 'busybox' };
      const part = client.subresource('ephemeralcontainers');
      await part.update(Pod, { ...read, spec: { ...read.spec!, ephemeralContainers: [debug] } });
      const debugged = await part.get<Pod>(Pod, bound.metadata);
      expect(debugged.spec?.ephemeralContainers?.map(({ name }) => name)).toEqual(['debug']);
    });
  });

  describe('an object without the handle of its kind', () => {
    it('is created, updated, patched, applied and deleted, in the core group and in others', async () => {
      for (const object of [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain', namespace }, data: { a: '1' } },
        { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'plain', namespace }, data: undefined },
      ]) {
        const created = await client.create(object);
        expect(created.metadata.uid).toMatch(/./);
        created.metadata.labels = { a: 'b' };
        const updated = await client.update(created);
        const patch = mergeFrom(updated);
        updated.metadata.labels!['c'] = 'd';
        expect((await client.patch(updated, patch)).metadata.labels).toEqual({ a: 'b', c: 'd' });
        expect((await client.patch(updated, { metadata: { labels: { a: null } } })).metadata.labels).toEqual({
          c: 'd',
        });
        const applied = { ...object, metadata: { ...object.metadata, labels: { e: 'f' } } };
        expect((await client.apply(applied, { force: true })).metadata.labels).toEqual({ c: 'd', e: 'f' });
        await client.delete(applied);
        const kind = await client.kindOf(object);
        expect(await client.getOrNull(kind, object.metadata)).toBeNull();
      }
    });

    it('has a status that is written as well', async () => {
      const created = await client.create({ ...crdless, metadata: { name: 'plain-status', namespace } });
      const updated = await client.status.update({ ...created, status: { replicas: 1 } });
      expect(updated.status).toEqual({ replicas: 1 });
      await expect(client.status.patch(updated, { status: { replicas: 2 } })).resolves.toMatchObject({
        status: { replicas: 2 },
      });
    });

    it('is of a kind that is looked for again when its definition comes later', async () => {
      const late = { apiVersion: 'example.com/v1', kind: 'LateThing', metadata: { name: 'late', namespace } };
      const error = await client.create(late).catch((each: unknown) => each as Error);
      expect(error).toSatisfy(isNoMatchError);
      expect(error).toHaveProperty(
        'message',
        'no matches for kind "LateThing" in version "example.com/v1": the API server serves none; its CustomResourceDefinition may not be installed',
      );
      await client.create(crdOf('latethings', 'LateThing'));
      await vi.waitFor(async () => expect((await client.create(late)).metadata.uid).toMatch(/./), {
        timeout: 20_000,
        interval: 200,
      });
    });

    few(1).each([undefined, 'v1'])(
      'is unknown, and not absent, while its extension server is down (version %s)',
      async (version) => {
        const group = `down-${version ?? 'any'}.example.com`;
        const service = { namespace, name: 'nobody-serves-this' };
        const priorities = { groupPriorityMinimum: 100, versionPriority: 100 };
        await client.create(APIService, {
          metadata: { name: `v1.${group}` },
          spec: { group, version: 'v1', service, insecureSkipTLSVerify: true, ...priorities },
        });
        const thrownBy = (asking: Promise<unknown>) => asking.catch((error: unknown) => error);
        const { restMapper } = client;
        await vi.waitFor(
          async () => {
            const error = await thrownBy(restMapper.resourceFor({ group, version, kind: 'Thing' }));
            expect([isServiceUnavailable(error), isNoMatchError(error)]).toEqual([true, false]);
          },
          { timeout: 20_000, interval: 200 },
        );
        const asKind = await thrownBy(restMapper.kindFor({ group, version, resource: 'things' }));
        const Thing = defineResource<Gadget>({ ...names, group, version: 'v1' });
        const asRequest = await thrownBy(client.list(Thing));
        for (const error of [asKind, asRequest])
          expect([isServiceUnavailable(error), isNoMatchError(error)]).toEqual([true, false]);
        await client.delete(APIService, { name: `v1.${group}` });
        await vi.waitFor(
          async () =>
            expect(await thrownBy(restMapper.resourceFor({ group, version, kind: 'Thing' }))).toSatisfy(isNoMatchError),
          { timeout: 20_000, interval: 200 },
        );
      },
    );

    it('says which versions there are of a kind that is asked for in another', async () => {
      const old = { apiVersion: 'example.com/v1beta1', kind: 'Gadget', metadata: { name: 'old', namespace } };
      await expect(client.create(old)).rejects.toThrow(
        'in version "example.com/v1beta1": it is served in example.com/v1',
      );
      const nothing = client.create({ metadata: { name: 'x' } } as never);
      await expect(nothing).rejects.toThrow('must have apiVersion and kind');
    });

    it('is found by its kind or by its resource', async () => {
      const { restMapper } = client;
      expect(await restMapper.resourceFor({ group: 'apps', kind: 'Deployment' })).toEqual(resourceInfo(Deployment));
      expect(await restMapper.resourceFor({ kind: 'Namespace' })).toEqual(resourceInfo(Namespace));
      expect(await restMapper.kindFor({ group: 'example.com', resource: 'gadgets' })).toEqual(resourceInfo(Gadget));
      expect((await restMapper.kindFor({ group: 'autoscaling', resource: 'horizontalpodautoscalers' })).version).toBe(
        'v2',
      );
      await expect(restMapper.kindFor({ group: 'example.com', resource: 'gizmos' })).rejects.toThrow(
        'no matches for resource "gizmos" in group "example.com"',
      );
    });
  });

  describe('metadata alone', () => {
    it('are read, listed and patched, and the objects say what they are', async () => {
      const created = await client.create(ConfigMap, {
        metadata: { name: 'partial', namespace, labels: { set: 'partial' } },
        data: { big: 'x' },
      });
      const { data: _, ...partial } = created;
      const Metadata = metadataOnly(ConfigMap);
      const read = await client.get(Metadata, created.metadata);
      expect(JSON.parse(JSON.stringify(read))).toEqual({ ...partial, apiVersion: 'v1', kind: 'ConfigMap' });
      const list = await client.list(Metadata, { namespace, labelSelector: { set: 'partial' }, pageSize: 1 });
      expect(list.items).toEqual([await client.get(Metadata, created.metadata)]);
      const patched = await client.patch(Metadata, created.metadata, { metadata: { labels: { a: 'b' } } });
      expect(patched).toMatchObject({ kind: 'ConfigMap', metadata: { labels: { a: 'b' } } });
      expect(patched).not.toHaveProperty('data');
      expect((await client.get(ConfigMap, created.metadata)).data).toEqual({ big: 'x' });
      await client.delete(Metadata, created.metadata);
      expect(await client.getOrNull(Metadata, created.metadata)).toBeNull();
    });

    it('are never written in the place of the whole object', async () => {
      const created = await client.create(ConfigMap, { metadata: { name: 'whole', namespace }, data: { big: 'x' } });
      const partial = await client.get(metadataOnly(ConfigMap), created.metadata);
      const typedPartial = { ...partial, apiVersion: 'v1', kind: 'ConfigMap' };
      for (const write of [
        async () => client.update(ConfigMap, partial),
        async () => client.update(metadataOnly(ConfigMap), created),
        async () => client.update(typedPartial),
        async () => client.apply(ConfigMap, partial),
        async () => client.create(ConfigMap, partial),
      ]) {
        await expect(write()).rejects.toThrow('only the metadata were read, and the rest would be lost');
      }
      expect((await client.get(ConfigMap, created.metadata)).data).toEqual({ big: 'x' });
    });
  });

  describe('what is not there', () => {
    const Missing = defineResource<Gadget>({ ...names, version: 'v1', kind: 'Missing', plural: 'missings' });
    const NoGroup = defineResource<Gadget>({ ...names, version: 'v1', group: 'none.example.com' });
    const NoVersion = defineResource<Gadget>({ ...names, version: 'v9' });
    const NoBuiltIn = defineResource<Gadget>({ ...names, version: 'v1', group: '' });
    const key = { name: 'a', namespace };

    it.each([
      ['kind', Missing],
      ['group', NoGroup],
      ['version', NoVersion],
      ['built-in kind', NoBuiltIn],
    ])('as a %s is told from an object that is missing', async (_, kind) => {
      const tries = [
        async () => client.get(kind, key),
        async () => client.getOrNull(kind, key),
        async () => client.list(kind),
        async () => client.create(kind, { metadata: key }),
        async () => client.update(kind, { metadata: key }),
        async () => client.status.update(kind, { metadata: key }),
        async () => client.delete(kind, key),
      ];
      for (const each of tries) {
        const error = await each().catch((thrown: unknown) => thrown as Error);
        expect(error).toSatisfy(isNoMatchError);
        expect(error).not.toSatisfy(isNotFound);
        expect((error as Error).message).toContain('the API server serves none; its CustomResourceDefinition may');
      }
    });

    it('is said with the request', async () => {
      await expect(client.getOrNull(NoVersion, key)).rejects.toThrow(
        /^get gadgets\.example\.com default\/a: no matches for kind "Gadget" in version "example\.com\/v9": /,
      );
      await expect(client.subresource('nothing').get(Pod, key)).rejects.toThrow(
        'get nothing of pods default/a: no matches for subresource "nothing" of kind "Pod" in version "v1"',
      );
    });

    it('as a subresource of a custom resource may be that, or the object', async () => {
      const crd = crdOf('plains', 'Plain');
      const { subresources: _, ...version } = crd.spec.versions[0]!;
      await client.create({ ...crd, spec: { ...crd.spec, versions: [version] } });
      const Plain = defineResource<Gadget>({ ...names, version: 'v1', kind: 'Plain', plural: 'plains' });
      await eventually(async () => client.create(Plain, { metadata: key }));
      const status = client.status.patch(Plain, key, { status: {} });
      await expect(status).rejects.toSatisfy(isNotFound);
      await expect(status).rejects.toThrow(
        'patch status of plains.example.com default/a: plains.example.com "a" not found; or the CustomResourceDefinition has no status subresource',
      );
    });
  });

  it('names the permission that is missing as it is declared, and no other cause of a refusal', async () => {
    const nobody = createClient(await loadConfig({ kubeconfig: await environment.userKubeconfig('nobody') }));
    const rule = (group: string, resource: string, verb: string) =>
      `declare it and deploy the role again: @Rbac({ groups: ['${group}'], resources: ['${resource}'], verbs: ['${verb}'] })`;
    const key = { name: 'a', namespace };
    await expect(nobody.get(ConfigMap, key)).rejects.toSatisfy(isForbidden);
    await expect(nobody.get(ConfigMap, key)).rejects.toThrow(rule('core', 'configmaps', 'get'));
    await expect(nobody.list(Gadget)).rejects.toThrow(rule('example.com', 'gadgets', 'list'));
    await expect(nobody.status.patch(Gadget, key, {})).rejects.toThrow(rule('example.com', 'gadgets/status', 'patch'));
    await expect(nobody.deleteAllOf(Pod, { namespace })).rejects.toThrow(rule('core', 'pods', 'deletecollection'));
    await client.create(Namespace, { metadata: { name: 'ending' } });
    await client.delete(Namespace, { name: 'ending' });
    const late = client.create(ConfigMap, { metadata: { name: 'late', namespace: 'ending' } });
    await expect(late).rejects.toSatisfy(isForbidden);
    await expect(late).rejects.toThrow(/being terminated$/);
  });

  it('lists page by page by hand', async () => {
    const set = { set: 'by-hand' };
    for (const name of ['p1', 'p2', 'p3'])
      await client.create(ConfigMap, { metadata: { name, namespace, labels: set } });
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const page = await client.list(ConfigMap, { namespace, labelSelector: set, limit: 2, continue: next });
      pages.push(page.items.map(({ metadata }) => metadata.name));
      next = page.continue;
    } while (next !== undefined);
    expect(pages).toEqual([['p1', 'p2'], ['p3']]);
    const first = await client.list(ConfigMap, { namespace: 'kube-system', limit: 1 });
    expect(first.remainingItemCount ?? 0).toBe(
      (await client.list(ConfigMap, { namespace: 'kube-system' })).items.length - 1,
    );
    const one = await client.list(ConfigMap, { namespace, fieldSelector: 'metadata.name=p2' });
    expect(one.items.map(({ metadata }) => metadata.name)).toEqual(['p2']);
  });

  it('deletes all that are selected, with the grace and the propagation that are asked for', async () => {
    const set = { set: 'all' };
    for (const name of ['d1', 'd2']) {
      const created = pod(name);
      await client.create(Pod, {
        ...created,
        metadata: { ...created.metadata, labels: set },
        spec: { ...created.spec!, nodeName: 'gone' },
      });
    }
    await client.deleteAllOf(Pod, {
      namespace,
      labelSelector: set,
      gracePeriodSeconds: 5,
      propagationPolicy: 'Foreground',
    });
    const { items } = await client.list(Pod, { namespace, labelSelector: set });
    expect(items.map(({ metadata }) => [metadata.deletionGracePeriodSeconds, metadata.finalizers])).toEqual([
      [5, ['foregroundDeletion']],
      [5, ['foregroundDeletion']],
    ]);
    await client.deleteAllOf(Pod, { namespace, fieldSelector: 'metadata.name=d1', dryRun: true });
    expect((await client.list(Pod, { namespace, labelSelector: set })).items).toHaveLength(2);
  });

  it('selects by the LabelSelector of an object as the server itself does', async () => {
    const all = { one: { app: 'web', tier: 'front' }, two: { app: 'db', tier: '' }, three: { app: 'web' } };
    for (const [name, own] of Object.entries(all)) {
      await client.create(ConfigMap, { metadata: { name, namespace, labels: { set: 'select', ...own } } });
    }
    const within = { key: 'set', operator: 'In', values: ['select', 'other'] };
    const selected = async (labelSelector: LabelSelection) =>
      (await client.list(ConfigMap, { namespace, labelSelector })).items
        .map(({ metadata }) => metadata.name)
        .toSorted();
    const { spec } = await client.create(Deployment, {
      ...deployment('selecting'),
      spec: {
        selector: { matchLabels: { app: 'web' }, matchExpressions: [within] },
        template: {
          metadata: { labels: { app: 'web', set: 'select' } },
          spec: { containers: [{ name: 'web', image: 'nginx' }] },
        },
      },
    });
    expect(await selected(spec!.selector)).toEqual(['one', 'three']);
    const expressions = (...more: LabelSelectorRequirement[]) => ({ matchExpressions: [within, ...more] });
    expect(await selected(expressions({ key: 'tier', operator: 'DoesNotExist' }))).toEqual(['three']);
    expect(await selected(expressions({ key: 'tier', operator: 'In', values: ['', 'back'] }))).toEqual(['two']);
    expect(await selected(expressions({ key: 'tier', operator: 'NotIn', values: ['front'] }))).toEqual([
      'three',
      'two',
    ]);
    expect(await selected(null)).toEqual([]);
    expect(await selected({})).toEqual(expect.arrayContaining(['one', 'two', 'three']));
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: null });
    expect(await selected(expressions())).toHaveLength(3);
    await client.deleteAllOf(ConfigMap, { namespace, labelSelector: expressions({ key: 'tier', operator: 'Exists' }) });
    expect(await selected(expressions())).toEqual(['three']);
    const unreadable = { namespace, labelSelector: expressions({ key: 'tier', operator: 'Near' }) };
    await expect(client.deleteAllOf(ConfigMap, unreadable)).rejects.toThrow('"Near" is not an operator');
    expect(await selected(expressions())).toEqual(['three']);
  });

  it('logs once what the server warns of', async () => {
    const lines: string[] = [];
    const stop = transport.observe(warningLogger(createLogger({ write: (line) => lines.push(line) })));
    for (let round = 0; round < 2; round += 1) {
      const misspelt = { ...deployment('warned'), sepc: {} } as Deployment;
      await client.create(Deployment, misspelt, { dryRun: true, fieldValidation: 'Warn' });
      await client.create(Deployment, misspelt, { dryRun: true, fieldValidation: 'Ignore' });
    }
    stop();
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', msg: 'the API server warns', warning: 'unknown field "sepc"' },
    ]);
    const strict = createClient(transport, { fieldManager: 'tests', fieldValidation: 'Strict' });
    await expect(strict.create(Deployment, { ...deployment('strict'), sepc: {} } as Deployment)).rejects.toThrow(
      'unknown field "sepc"',
    );
  });

  it('stores nothing of what a dry-run client writes', async () => {
    const dry = dryRunClient(client);
    const created = await client.create(Gadget, { metadata: { name: 'dry', namespace }, spec: { replicas: 1 } });
    const object = { ...created, apiVersion: 'example.com/v1', kind: 'Gadget', spec: { replicas: 2 } };
    expect((await dry.update(Gadget, object)).spec).toEqual({ replicas: 2 });
    await dry.update(object);
    await dry.patch(Gadget, created.metadata, { spec: { replicas: 3 } });
    await dry.patch(object, { spec: { replicas: 3 } });
    await dry.apply(Gadget, { metadata: { name: 'dry', namespace }, spec: { replicas: 4 } }, { force: true });
    await dry.status.update(Gadget, { ...created, status: { replicas: 1 } });
    await dry.status.patch(object, { status: { replicas: 1 } });
    await dry.subresource('scale').update(Gadget, { metadata: { name: 'dry', namespace }, spec: { replicas: 5 } });
    await dry.delete(Gadget, created);
    await dry.delete(object);
    await dry.deleteAllOf(Gadget, { namespace });
    await dry.create(Gadget, { metadata: { name: 'dry-2', namespace } });
    await dry.create({ ...crdless, metadata: { name: 'dry-3', namespace } });
    expect(await dry.get(Gadget, created.metadata)).toEqual(created);
    for (const name of ['dry-2', 'dry-3']) expect(await client.getOrNull(Gadget, { name, namespace })).toBeNull();
  });

  it('keeps a namespaced client in its namespace', async () => {
    await client.create(Namespace, { metadata: { name: 'team' } });
    const team = namespacedClient(client, 'team');
    const created = await team.create(ConfigMap, { metadata: { name: 'mine' }, data: { a: '1' } });
    expect(created.metadata.namespace).toBe('team');
    expect(
      (await team.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'too' } })).metadata.namespace,
    ).toBe('team');
    expect(await team.get(ConfigMap, { name: 'mine' })).toEqual(
      await client.get(ConfigMap, { name: 'mine', namespace: 'team' }),
    );
    expect((await team.list(ConfigMap)).items.map(({ metadata }) => metadata.name)).toEqual(['mine', 'too']);
    await team.patch(ConfigMap, { name: 'mine' }, { data: { b: '2' } });
    await team.update(ConfigMap, { metadata: { name: 'too' }, data: { c: '3' } });
    const other = { name: 'mine', namespace };
    const message = 'configmaps default/mine: this client is for the namespace team';
    await expect(team.get(ConfigMap, other)).rejects.toThrow(message);
    await expect(team.delete(ConfigMap, other)).rejects.toThrow(message);
    await expect(team.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: other })).rejects.toThrow(message);
    await expect(team.list(ConfigMap, { namespace })).rejects.toThrow('configmaps in default: this client is for');
    await expect(team.deleteAllOf(ConfigMap, { namespace })).rejects.toThrow(
      'configmaps in default: this client is for',
    );
    expect((await team.get(Namespace, { name: 'team' })).metadata.name).toBe('team');
    await team.deleteAllOf(ConfigMap);
    expect((await team.list(ConfigMap)).items).toEqual([]);
  });
});

const crdless = { apiVersion: 'example.com/v1', kind: 'Gadget' } as { apiVersion: string; kind: string } & Gadget;
