import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { defineIndex } from '../cache/define-index.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { controllerManagedBy } from '../controller/builder.js';
import type { Context, Reconciler, Request, Result } from '../controller/reconciler.js';
import { addFinalizer } from '../controllerutil/finalizer.js';
import { controllerReference } from '../controllerutil/owner-reference.js';
import { createOrUpdate } from '../controllerutil/create-or-update.js';
import { loadConfig } from '../configuration/load-config.js';
import { Deployment } from '../k8s/apps/v1.js';
import { ConfigMap, Event, Namespace, Pod, Secret, ServiceAccount } from '../k8s/core/v1.js';
import { ClusterRole, ClusterRoleBinding } from '../k8s/rbac/v1.js';
import type { Manager } from '../manager/manager.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { abortController } from '../timing/abort-controller.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import type { PlannedReconcile, PlanSummary } from './planned-reconcile.js';
import { runPlan, type RunPlanOptions } from './run-plan.js';

const assets = await findTestAssets();

interface Box extends KubernetesObject {
  spec: { size: number };
  status?: { phase?: string; size?: number };
}
const info = { group: 'example.com', version: 'v1', kind: 'Box', plural: 'boxes', scope: 'Namespaced' } as const;
const Box = defineResource<Box>(info);

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'boxes.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Box', listKind: 'BoxList', plural: 'boxes', singular: 'box' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer', maximum: 100 } } },
              status: { type: 'object', properties: { phase: { type: 'string' }, size: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};

type Reconcile = (client: Client, request: Request, context: Context, manager: Manager) => Promise<Result | void>;

interface Plan {
  readonly code: number;
  readonly objects: readonly PlannedReconcile[];
  readonly summary: PlanSummary;
}

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a plan', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let transport: Transport;
  let client: Client;
  let count = 0;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: [crd] });
    transport = createTransport(environment.config);
    client = createClient(transport, { fieldManager: 'test' });
  }, 120_000);
  afterAll(async () => {
    transport?.close();
    await environment?.stop();
  });

  async function makeNamespace(): Promise<string> {
    const name = `plan-${(count += 1)}`;
    await client.create(Namespace, { metadata: { name } });
    return name;
  }

  const makeBox = async (namespace: string, name = 'a', size = 1) =>
    client.create(Box, { metadata: { namespace, name }, spec: { size } });

  /** Runs a plan of one controller for the Boxes of a namespace, and returns its text. */
  async function planText(
    namespace: string,
    reconcile: Reconcile,
    { setUp, ...given }: Partial<RunPlanOptions> = {},
  ): Promise<{ readonly code: number; readonly text: string }> {
    let text = '';
    const code = await runPlan({
      namespace,
      output: 'text',
      timeout: 10_000,
      log: logInto([]),
      signal: abortController().signal,
      manager: { config: environment.config, fieldManager: 'boxer' },
      setUp: async (manager) => {
        const reconciler: Reconciler = {
          reconcile: (request, context) => reconcile(manager.client, request, context, manager),
        };
        await setUp?.(manager);
        await controllerManagedBy(manager).for(Box).owns(ConfigMap).complete(reconciler);
      },
      write: async (part) => void (text += part),
      ...given,
      ...(given.manager && { manager: { config: environment.config, fieldManager: 'boxer', ...given.manager } }),
    });
    return { code, text };
  }

  async function plan(namespace: string, reconcile: Reconcile, given: Partial<RunPlanOptions> = {}): Promise<Plan> {
    const { code, text } = await planText(namespace, reconcile, { ...given, output: 'json' });
    return { code, ...(JSON.parse(text) as Omit<Plan, 'code'>) };
  }

  /** Writes of a plan as `verb kind name`. */
  const writesOf = ({ objects }: Plan): readonly string[] =>
    objects.flatMap(({ writes }) =>
      writes.map(({ verb, kind, name, subresource }) => [verb, kind, name, subresource].filter(Boolean).join(' ')),
    );

  /** Resource versions of all objects of all kinds. */
  async function versions(): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    const list = async (path: string): Promise<any> =>
      JSON.parse(await transport.send({ method: 'GET', path, label: path }));
    const groups = (await list('/apis')).groups.flatMap(({ versions: each }: any) =>
      each.map(({ groupVersion }: any) => `/apis/${groupVersion}`),
    );
    for (const root of ['/api/v1', ...groups]) {
      for (const { name, verbs } of (await list(root)).resources) {
        if (!verbs.includes('list')) continue;
        for (const { metadata } of (await list(`${root}/${name}`)).items ?? []) {
          found[`${root}/${name} ${metadata.namespace ?? ''}/${metadata.name}`] = metadata.resourceVersion;
        }
      }
    }
    // The API server itself renews its lease.
    return Object.fromEntries(Object.entries(found).filter(([key]) => !key.includes('/leases ')));
  }

  /** Adds a finalizer, keeps a ConfigMap, and reports it, as most operators do. */
  const usual: Reconcile = async (cached, request, { signal, dryRun }, manager) => {
    let box = await cached.getOrNull(Box, request, { signal });
    if (box === null || box.metadata.deletionTimestamp !== undefined) return;
    if (addFinalizer(box, 'example.com/finalizer')) box = await cached.update(Box, box, { signal });
    const owner = controllerReference(Box, box);
    const recorder = manager.getEventRecorder('boxer');
    const { object } = await createOrUpdate(cached, ConfigMap, { metadata: request }, (map) => {
      map.metadata.ownerReferences = [owner];
      map.data = { size: String(box.spec.size) };
    });
    recorder.event(box, { type: 'Normal', reason: 'Synced', action: 'Sync', note: 'done', related: object });
    if (box.status?.size === box.spec.size) return;
    await cached.status.update(Box, { ...box, status: { phase: dryRun ? 'Ready' : 'Real', size: box.spec.size } });
  };

  it('prints what a reconcile would write, and changes no resource version', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const before = await versions();
    const { code, objects, summary } = await plan(namespace, usual);
    expect(await versions()).toEqual(before);
    expect(code).toBe(3);
    expect(summary).toEqual({ reconciled: 1, writes: 3, errors: 0 });
    expect(objects).toMatchObject([
      {
        controller: 'box',
        namespace,
        name: 'a',
        errors: [],
        writes: [
          {
            verb: 'update',
            kind: 'Box',
            patch: [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/finalizer'] }],
          },
          {
            verb: 'create',
            kind: 'ConfigMap',
            apiVersion: 'v1',
            namespace,
            name: 'a',
            patch: [{ op: 'add', path: '', value: { data: { size: '1' } } }],
          },
          {
            verb: 'update',
            kind: 'Box',
            subresource: 'status',
            patch: [{ op: 'add', path: '/status', value: { phase: 'Ready', size: 1 } }],
          },
        ],
      },
    ]);
  });

  it('finds no changes where nothing would change', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const { code, text } = await planText(namespace, async (cached, request) => {
      await cached.patch(Box, request, { spec: { size: 1 } });
      await cached.apply(Box, { metadata: request, spec: { size: 1 } }, { force: true });
    });
    expect({ code, text }).toEqual({ code: 0, text: 'no changes; 1 object reconciled\n' });
  });

  it('shows planned objects to later reads, from the cache and from the server', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const byOwner = defineIndex(ConfigMap, 'owner', ({ data }) => [data?.['owner'] ?? '']);
    const seen: unknown[] = [];
    const { code, ...rest } = await plan(
      namespace,
      async (cached, _request, _context, { apiReader }) => {
        if (seen.length > 0) return;
        const key = { namespace, name: 'b' };
        const labels = { app: 'b' };
        const created = await cached.create(ConfigMap, { metadata: { ...key, labels }, data: { owner: 'a' } });
        const names = async (from: Client, options: object) =>
          (await from.list(ConfigMap, { namespace, ...options })).items.map(({ metadata }) => metadata.name);
        seen.push((await cached.get(ConfigMap, key)).metadata.uid === created.metadata.uid);
        seen.push((await apiReader.get(ConfigMap, key)).metadata.uid === created.metadata.uid);
        seen.push(await names(cached, { labelSelector: 'app=b' }), await names(cached, { labelSelector: 'app=c' }));
        seen.push(
          await names(cached, { index: byOwner.equals('a') }),
          await names(cached, { index: byOwner.equals('b') }),
        );
        seen.push(await names(apiReader, { labelSelector: 'app=b' }));
        const patched = await cached.patch(ConfigMap, key, { data: { size: '2' } });
        seen.push(patched.data, patched.metadata.uid === created.metadata.uid);
        await cached.update(ConfigMap, { ...patched, data: { only: '3' } });
        seen.push((await cached.get(ConfigMap, key)).data);
        await cached.delete(ConfigMap, key);
        seen.push(await cached.getOrNull(ConfigMap, key), await apiReader.getOrNull(ConfigMap, key));
        seen.push(await cached.create(ConfigMap, { metadata: key }).then(({ metadata }) => metadata.name));
        await expect(cached.create(ConfigMap, { metadata: key })).rejects.toMatchObject({ reason: 'AlreadyExists' });
      },
      { setUp: async ({ cache }) => cache.addIndex(byOwner) },
    );
    expect(rest.objects.flatMap(({ errors }) => errors)).toEqual([]);
    expect(seen).toEqual([
      ...[true, true, ['b'], [], ['b'], [], ['b'], { owner: 'a', size: '2' }, true, { only: '3' }, null, null, 'b'],
    ]);
    expect(writesOf({ code, ...rest })).toEqual(
      ['create', 'patch', 'update', 'delete', 'create'].map((verb) => `${verb} ConfigMap b`),
    );
  });

  it('keeps planned changes when later writes change other parts of the object', async () => {
    const namespace = await makeNamespace();
    await client.status.update(Box, { ...(await makeBox(namespace)), status: { phase: 'Old', size: 1 } });
    let final: unknown;
    const planned = await plan(namespace, async (cached, request) => {
      if (final !== undefined) return;
      await cached.patch(Box, request, { metadata: { labels: { one: '1' } } });
      await cached.status.patch(Box, request, { status: { phase: 'New' } });
      await cached.patch(Box, request, [{ op: 'add', path: '/metadata/labels/two', value: '2' }], { type: 'json' });
      await cached.apply(Box, { metadata: { ...request, labels: { three: '3' } } }, { force: true });
      const box = await cached.get(Box, request);
      await cached.update(Box, { ...box, spec: { size: 7 } });
      // Back to what the server stores.
      await cached.status.patch(Box, request, { status: { phase: 'Old' } });
      final = await cached.get(Box, request);
    });
    expect(planned.objects.flatMap(({ errors }) => errors)).toEqual([]);
    expect(final).toMatchObject({
      metadata: { labels: { one: '1', two: '2', three: '3' }, generation: 2 },
      spec: { size: 7 },
      status: { phase: 'Old', size: 1 },
    });
    expect(planned.objects[0]!.writes.map(({ patch }) => patch)).toEqual([
      [{ op: 'add', path: '/metadata/labels', value: { one: '1' } }],
      [{ op: 'replace', path: '/status/phase', value: 'New' }],
      [{ op: 'add', path: '/metadata/labels/two', value: '2' }],
      [{ op: 'add', path: '/metadata/labels/three', value: '3' }],
      [{ op: 'replace', path: '/spec/size', value: 7 }],
      [{ op: 'replace', path: '/status/phase', value: 'Old' }],
    ]);
  });

  it('refuses a write of an older version of a planned object, as the server would', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const reasons: string[] = [];
    const { code } = await plan(namespace, async (cached, request) => {
      const old = await cached.get(Box, request);
      if (reasons.length > 0) return;
      const current = await cached.update(Box, { ...old, spec: { size: 2 } });
      await cached.update(Box, { ...old, spec: { size: 3 } }).catch(({ reason }) => reasons.push(reason));
      await cached.update(Box, { ...current, spec: { size: 4 } }).then(({ spec }) => reasons.push(String(spec.size)));
    });
    expect({ code, reasons }).toEqual({ code: 3, reasons: ['Conflict', '4'] });
  });

  it('reconciles again after a conflict', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    let tries = 0;
    const planned = await plan(namespace, async (cached, request) => {
      const box = await cached.get(Box, request);
      if (++tries === 1) await client.patch(Box, request, { metadata: { labels: { changed: 'meanwhile' } } });
      await cached.update(Box, { ...box, spec: { size: 2 } });
    });
    expect(planned).toMatchObject({ code: 3, summary: { errors: 0 } });
    expect(tries).toBeGreaterThan(1);
  });

  it('plans objects in a namespace that it plans', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const name = `${namespace}-inner`;
    const planned = await plan(namespace, async (cached, request) => {
      if ((await cached.getOrNull(Namespace, { name })) !== null) return;
      await cached.create(Namespace, { metadata: { name } });
      await cached.apply(ConfigMap, { metadata: { namespace: name, name: request.name }, data: { a: '1' } });
      await cached.patch(ConfigMap, { namespace: name, name: request.name }, { data: { b: '2' } });
    });
    expect(planned.objects.flatMap(({ errors }) => errors)).toEqual([]);
    expect(writesOf(planned)).toEqual([`create Namespace ${name}`, 'apply ConfigMap a', 'patch ConfigMap a']);
    expect(planned.objects[0]!.writes[2]!.patch).toEqual([{ op: 'add', path: '/data/b', value: '2' }]);
  });

  it('reports what the server rejects, and reconciles the others', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace, 'a');
    await makeBox(namespace, 'b');
    const planned = await plan(namespace, async (cached, request) => {
      const size = request.name === 'a' ? 101 : 2;
      await cached.patch(Box, request, { spec: { size } });
    });
    expect(planned).toMatchObject({ code: 1, summary: { reconciled: 2, writes: 1, errors: 1 } });
    expect(planned.objects[0]!.errors.join()).toContain('spec.size: Invalid value: 101');
    expect(writesOf(planned)).toEqual(['patch Box b']);
  });

  it('names the permission that is missing', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    await client.create(ServiceAccount, { metadata: { namespace, name: 'reader' } });
    const rules = [
      { apiGroups: ['example.com'], resources: ['boxes'], verbs: ['get', 'list', 'watch', 'patch'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] },
    ];
    await client.create(ClusterRole, { metadata: { name: namespace }, rules });
    await client.create(ClusterRoleBinding, {
      metadata: { name: namespace },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: namespace },
      subjects: [{ kind: 'ServiceAccount', namespace, name: 'reader' }],
    });
    const kubeconfig = await environment.serviceAccountKubeconfig(namespace, 'reader');
    const planned = await plan(
      namespace,
      async (cached, request) => {
        await cached.patch(Box, request, { spec: { size: 2 } });
        await cached.create(ConfigMap, { metadata: request });
      },
      { manager: { config: await loadConfig({ kubeconfig }) } },
    );
    expect(planned.code).toBe(1);
    expect(writesOf(planned)).toEqual(['patch Box a']);
    expect(planned.objects[0]!.errors.join()).toContain(
      "declare it and deploy the role again: @Rbac({ groups: ['core'], resources: ['configmaps'], verbs: ['create'] })",
    );
  });

  it('reports a reconcile that does not end, which can then write nothing', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    let late: Promise<unknown> | undefined;
    const planned = await plan(
      namespace,
      (cached, request, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            late = new Promise((resolve) => setTimeout(resolve, 1200)).then(() =>
              cached.patch(Box, request, { spec: { size: 2 } }),
            );
            late.catch(() => undefined);
          });
        }),
      { timeout: 1000 },
    );
    expect(planned).toMatchObject({ code: 1, summary: { writes: 0, errors: 1 } });
    expect(planned.objects[0]!.errors.join()).toContain('the reconcile did not end within 1000 ms');
    await expect(late).rejects.toThrow('the plan no longer waits for this reconcile');
  });

  it('reports an object whose reconciles never stop writing', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    let size = 1;
    const planned = await plan(namespace, async (cached, request) => {
      await cached.patch(Box, request, { spec: { size: (size += 1) } });
    });
    expect(planned).toMatchObject({ code: 1, summary: { writes: 10, errors: 1 } });
    expect(planned.objects[0]!.errors.join()).toContain('it still writes after 10 reconciles');
  });

  it('follows a requeue without delay, but only after a write, and no later one', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    let reconciles = 0;
    const result = await plan(namespace, async (cached) => {
      reconciles += 1;
      // Not watched, so that no event leads to the next reconcile.
      if (reconciles < 3) await cached.create(Secret, { metadata: { namespace, name: `s${reconciles}` } });
      return { requeueAfter: reconciles < 3 ? 1 : 60_000 };
    });
    expect({ reconciles, writes: writesOf(result) }).toEqual({
      reconciles: 3,
      writes: ['create Secret s1', 'create Secret s2'],
    });
  });

  it('reconciles what planned objects lead to in other controllers', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const planned = await plan(
      namespace,
      async (cached, request) => {
        const box = await cached.get(Box, request);
        await cached.apply(ConfigMap, { metadata: { ...request, ownerReferences: [controllerReference(Box, box)] } });
      },
      {
        setUp: async (manager) =>
          controllerManagedBy(manager)
            .for(ConfigMap)
            .complete({
              reconcile: async (request) => {
                await manager.client.apply(Secret, { metadata: request, stringData: { password: 'hunter2' } });
              },
            }),
      },
    );
    expect(planned.objects.map(({ controller }) => controller)).toEqual(['box', 'configmap']);
    expect(writesOf(planned)).toEqual(['apply ConfigMap a', 'apply Secret a']);
    expect(JSON.stringify(planned)).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  it('removes the last finalizer of an object, deletes many, and writes subresources', async () => {
    const namespace = await makeNamespace();
    const finalizers = ['example.com/finalizer'];
    await client.create(Box, { metadata: { namespace, name: 'a', finalizers }, spec: { size: 1 } });
    await client.delete(Box, { namespace, name: 'a' });
    for (const name of ['one', 'two'])
      await client.create(ConfigMap, { metadata: { namespace, name, labels: { app: 'x' } } });
    const containers = [{ name: 'a', image: 'a' }];
    await client.create(Pod, { metadata: { namespace, name: 'p' }, spec: { containers } });
    const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
    await client.create(Deployment, {
      metadata: { namespace, name: 'd' },
      spec: { selector: { matchLabels: { app: 'd' } }, template },
    });
    const left: unknown[] = [];
    const planned = await plan(namespace, async (cached, request) => {
      const box = await cached.getOrNull(Box, request);
      if (box === null) return;
      await cached.deleteAllOf(ConfigMap, { namespace, labelSelector: 'app=x' });
      left.push((await cached.list(ConfigMap, { namespace, labelSelector: 'app=x' })).items.length);
      await cached
        .subresource('eviction')
        .create(Pod, { namespace, name: 'p' }, { metadata: { namespace, name: 'p' } });
      const key = { namespace, name: 'd' };
      const scale = await cached.subresource('scale').update(Deployment, { metadata: key, spec: { replicas: 3 } });
      left.push(scale.spec?.replicas, (await cached.get(Deployment, key)).spec?.replicas);
      await cached.update(Box, { ...box, metadata: { ...box.metadata, finalizers: [] } });
      left.push(await cached.getOrNull(Box, request));
    });
    expect(planned.objects.flatMap(({ errors }) => errors)).toEqual([]);
    expect(left).toEqual([0, 3, 3, null]);
    expect(writesOf(planned)).toEqual([
      'delete ConfigMap one',
      'delete ConfigMap two',
      'create Pod p eviction',
      'update Deployment d scale',
      'update Box a',
    ]);
    expect((await client.list(ConfigMap, { namespace, labelSelector: 'app=x' })).items).toHaveLength(2);
    expect(await client.getOrNull(Pod, { namespace, name: 'p' })).not.toBeNull();
  });

  it('sends dry runs from every client that is created for its configuration, and asks for tokens and reviews', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const planned = await plan(namespace, async (_, request, __, { config }) => {
      const own = createClient(config);
      await own.create(Event, {
        metadata: { namespace, name: 'event' },
        involvedObject: { namespace, name: 'a', kind: 'Box' },
        reason: 'Tried',
      });
      await own.patch(Box, request, { spec: { size: 2 } });
    });
    expect(writesOf(planned)).toEqual(['patch Box a']);
    expect(await client.getOrNull(Event, { namespace, name: 'event' })).toBeNull();
    expect((await client.get(Box, { namespace, name: 'a' })).spec.size).toBe(1);
  });

  it('prints changed fields with their old values, without secrets and control characters', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    await client.create(Secret, { metadata: { namespace, name: 's' }, stringData: { key: 'old-secret' } });
    const { code, text } = await planText(namespace, async (cached, request) => {
      await cached.patch(Box, request, {
        spec: { size: 2 },
        metadata: { annotations: { 'example.com/a': '\u001b[31m red' } },
      });
      await cached.patch(Secret, { namespace, name: 's' }, { stringData: { key: 'new-secret' } });
      await cached.patch(ConfigMap, { namespace, name: 'missing' }, { data: {} }).catch(() => undefined);
      if ((await cached.getOrNull(ConfigMap, request)) === null)
        await cached.create(ConfigMap, { metadata: request, data: { a: 'b', long: 'x'.repeat(1000) } });
    });
    expect(code).toBe(3);
    expect(text.split('\n')).toEqual([
      `box ${namespace}/a`,
      `  patch Box.example.com ${namespace}/a`,
      '    + metadata.annotations["example.com/a"]: "\\u001b[31m red"',
      '    ~ spec.size: 1 -> 2',
      `  patch Secret ${namespace}/s`,
      '    ~ data.key: "***" -> "***"',
      `  create ConfigMap ${namespace}/a`,
      '    + kind: "ConfigMap"',
      '    + apiVersion: "v1"',
      `    + metadata.name: "a"`,
      `    + metadata.namespace: "${namespace}"`,
      '    + data.a: "b"',
      `    + data.long: "${'x'.repeat(159)}… (1002 characters)`,
      '',
      '3 changes; 1 object reconciled',
      '',
    ]);
  });

  it('ends when a watched kind cannot be read, or the process is to end', async () => {
    const namespace = await makeNamespace();
    await makeBox(namespace);
    const Missing = defineResource<KubernetesObject>({ ...info, kind: 'Missing', plural: 'missings' });
    const missing = planText(namespace, usual, {
      timeout: 1000,
      setUp: async (manager) =>
        controllerManagedBy(manager)
          .for(Missing)
          .complete({ reconcile: async () => {} }),
    });
    await expect(missing).rejects.toThrow(/controller missing could not read what it watches in 1000 ms: missings/);
    const stop = new AbortController();
    const stopped = planText(
      namespace,
      async (_, __, { signal }) => {
        stop.abort(new Error('the process received SIGINT'));
        signal.throwIfAborted();
      },
      { signal: stop.signal },
    );
    await expect(stopped).rejects.toThrow('the process received SIGINT');
  });

  it('reconciles only objects of the namespace', async () => {
    const [namespace, other] = [await makeNamespace(), await makeNamespace()];
    for (const each of [namespace, other]) await makeBox(each);
    const seen: (string | undefined)[] = [];
    const reconcile: Reconcile = async (_, request) => void seen.push(request.namespace);
    await plan(namespace, reconcile);
    expect(seen).toEqual([namespace]);
    await plan(namespace, reconcile, { namespace: undefined });
    expect(seen).toContain(other);
  });
});
