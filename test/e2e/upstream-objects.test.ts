import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import { builtInObjects, type BuiltInObject } from '../support/built-in-objects.js';
import { podSecurityCases } from '../support/pod-security-cases.js';
import { runs, seed } from '../support/seed.js';
import { serverOf, type Server } from '../support/server-verdict.js';
import {
  collectionOf,
  comparable,
  dryRun,
  expectSameUpdate,
  helperVerdict,
  mutant,
  withStored,
} from '../support/upstream-comparison.js';
import { helperForTests } from '../support/upstream.js';
import { sharedControlPlane } from './control-plane/shared.js';

// The helper is compared with the API server: errors path by path and word by word, warnings, and stored objects.

const shared = await sharedControlPlane();
const path = shared.available ? await helperForTests() : undefined;

let server: Server;
let helper: RunningHelper;
beforeAll(() => {
  if (!shared.available || path === undefined) return;
  server = serverOf(shared.info.kubeconfigPath);
  helper = startHelper(path);
});
afterAll(() => {
  server?.close();
  helper?.end();
});

const byKind = builtInObjects.map((each) => [each.kind, each] as const);

describe.skipIf(path === undefined)('objects are created as on the server:', () => {
  it.each(byKind)('%s', async (kind, object) => {
    const expected = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
    expect(expected.errors).toEqual([]);
    expect(comparable(await helperVerdict(helper, object), kind)).toEqual(comparable(expected, kind));
  });

  it.each(byKind)('%s with random changes', async (kind, object) => {
    for (let index = 0; index < runs(12); index += 1) {
      const changed = mutant(object, seed, index);
      const expected = await server.send('POST', `${collectionOf(object)}?${dryRun}`, changed);
      const found = comparable(await helperVerdict(helper, changed), kind);
      expect(found, JSON.stringify(changed)).toEqual(comparable(expected, kind));
    }
  });

  it.each([
    { clusterIP: 'None', ports: [{ port: 80 }] },
    { type: 'NodePort', ports: [{ port: 80, nodePort: 30_077 }] },
    { type: 'LoadBalancer', ports: [{ port: 80 }], externalTrafficPolicy: 'Local' },
    { type: 'ExternalName', externalName: 'example.com' },
    { ports: [{ port: 80 }, { port: 81 }] },
    { clusterIP: 'None', clusterIPs: ['10.0.0.1'], ports: [{ port: 80 }] },
  ])('a Service with %j', async (spec) => {
    const object = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'it', namespace: 'default' }, spec };
    const expected = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
    expect(comparable(await helperVerdict(helper, object), 'Service')).toEqual(comparable(expected, 'Service'));
  });

  it('a text of more than 3 MiB', async () => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'it', namespace: 'default' },
      data: { a: 'x'.repeat(3 << 20) },
    };
    const { errors } = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
    expect(errors).toEqual([': Request entity too large: limit is 3145728']);
    expect((await helperVerdict(helper, object)).errors).toEqual(errors);
  });
});

/** Updates with a rule of their own, by kind. */
const updates: readonly (readonly [kind: string, name: string, change: (object: Loose) => void])[] = [
  ['ConfigMap', 'new data', (object) => void (object['data'] = { c: 'd' })],
  ['ConfigMap', 'an immutable one', (object) => void (object['immutable'] = true)],
  ['Secret', 'another type', (object) => void (object['type'] = 'kubernetes.io/tls')],
  [
    'Service',
    'another cluster IP',
    ({ spec }) => Object.assign(spec, { clusterIP: '10.0.0.77', clusterIPs: ['10.0.0.77'] }),
  ],
  ['Service', 'without a cluster IP', ({ spec }) => void delete spec['clusterIP']],
  ['Service', 'another type', ({ spec }) => Object.assign(spec, { type: 'ExternalName', externalName: 'a.b' })],
  ['Deployment', 'another selector', ({ spec }) => void (spec['selector'] = { matchLabels: { app: 'other' } })],
  ['Deployment', 'more replicas', ({ spec }) => void (spec['replicas'] = 3)],
  ['StatefulSet', 'another service', ({ spec }) => void (spec['serviceName'] = 'other')],
  ['DaemonSet', 'another selector', ({ spec }) => void (spec['selector'] = { matchLabels: { app: 'other' } })],
  ['Job', 'more completions', ({ spec }) => void (spec['completions'] = 5)],
  ['PersistentVolumeClaim', 'another mode', ({ spec }) => void (spec['accessModes'] = ['ReadWriteMany'])],
  ['Pod', 'another image', ({ spec }) => void ((spec['containers'] as Loose[])[0]!['image'] = 'example.com/image:2')],
  ['Pod', 'another name of a container', ({ spec }) => void ((spec['containers'] as Loose[])[0]!['name'] = 'other')],
  ['RoleBinding', 'another role', (object) => Object.assign(object['roleRef'] as object, { name: 'edit' })],
  ['ClusterRoleBinding', 'another role', (object) => Object.assign(object['roleRef'] as object, { name: 'edit' })],
  ['PriorityClass', 'another value', (object) => void (object['value'] = 6)],
  ['Namespace', 'other labels', ({ metadata }) => void (metadata['labels'] = { b: 'c' })],
  ['ConfigMap', 'a generation', ({ metadata }) => void (metadata['generation'] = 9)],
  ['ConfigMap', 'a time of deletion', ({ metadata }) => void (metadata['deletionTimestamp'] = '2020-01-01T00:00:00Z')],
  [
    'ConfigMap',
    'another time of creation',
    ({ metadata }) => void (metadata['creationTimestamp'] = '2020-01-01T00:00:00Z'),
  ],
  ['ConfigMap', 'an unknown finalizer', ({ metadata }) => void (metadata['finalizers'] = ['other'])],
  [
    'ConfigMap',
    'an owner without UID',
    ({ metadata }) => void (metadata['ownerReferences'] = [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }]),
  ],
];

interface Loose extends Record<string, unknown> {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

describe.skipIf(path === undefined)('objects are updated as on the server:', () => {
  let count = 0;

  /** An object with a name of its own: a namespace exists for a while after it has been deleted. */
  const named = (kind: string): BuiltInObject => {
    const found = builtInObjects.find((each) => each.kind === kind)!;
    count += 1;
    return { ...found, metadata: { ...found.metadata, name: `updated-${count}` } };
  };

  it.each(updates)('%s with %s', async (kind, _, change) => {
    const stored = named(kind);
    await withStored(server, stored, async () => {
      await expectSameUpdate({ server, helper }, stored, (object) => {
        change(object as unknown as Loose);
        return object;
      });
    });
  });

  it.each([
    ['ConfigMap', { immutable: true }, { data: { a: 'changed' } }],
    ['Secret', { immutable: true }, { data: { a: 'eA==' } }],
  ] as const)('an immutable %s', async (kind, own, change) => {
    const stored = { ...named(kind), ...own };
    await withStored(server, stored, async () => {
      const { errors } = await expectSameUpdate({ server, helper }, stored, (object) => ({
        ...object,
        ...change,
      }));
      expect(errors).toEqual([expect.stringContaining('field is immutable when `immutable` is set')]);
    });
  });

  // The allocators of a Service check it before the validation does, and report less.
  const withoutAllocators = builtInObjects.map(({ kind }) => kind).filter((kind) => kind !== 'Service');

  it.each(withoutAllocators)('%s with random changes', async (kind) => {
    const stored = named(kind);
    await withStored(server, stored, async () => {
      for (let index = 0; index < runs(8); index += 1) {
        await expectSameUpdate({ server, helper }, stored, (object) => mutant(object, seed, index));
      }
    });
  });

  it('objects of manifests, which were never stored', async () => {
    const old = named('Service');
    const spec = { ...(old['spec'] as object), ports: [{ port: 81 }] };
    expect(await helperVerdict(helper, { ...old, spec }, { old })).toMatchObject({
      errors: [],
      object: { spec: { ports: [{ port: 81 }] } },
    });
    const secret = named('Secret');
    expect(await helperVerdict(helper, { ...secret, type: 'other' }, { old: secret })).toMatchObject({
      errors: [expect.stringContaining('type: Invalid value: "other": field is immutable')],
    });
    expect((await helperVerdict(helper, old, { old: named('Secret') })).errors).toEqual([
      ': it is not a Service of the same group',
    ]);
  });
});

describe.skipIf(path === undefined)('Pod Security levels are those of the warnings of the server:', () => {
  const namespace = 'pod-security';
  beforeAll(async () => {
    const labels = { 'pod-security.kubernetes.io/warn': 'restricted' };
    await server.send('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace, labels },
    });
  });

  it.each(podSecurityCases)('$kind: $name', async ({ object: { metadata, ...object } }) => {
    const local = { ...object, metadata: { ...metadata, namespace } };
    const { warnings } = await server.send('POST', `${collectionOf(local)}?${dryRun}`, local);
    const expected = warnings.find((each) => each.includes('PodSecurity "restricted:latest": '));
    const { podSecurity, errors } = await helper.ask({ operation: 'object', object: JSON.stringify(local) });
    expect(errors).toBeUndefined();
    const found = podSecurity!.restricted?.map((each) => each.replace(/^(.*?): (.*)$/s, '$1 ($2)')).join(', ');
    expect(found).toBe(expected?.replace(/^.*?PodSecurity "restricted:latest": /, ''));
    expect((podSecurity!.baseline ?? []).length).toBeLessThanOrEqual((podSecurity!.restricted ?? []).length);
  });
});
