import { beforeAll, describe, expect, it } from 'vitest';
import { compilers, linesWithErrors } from '../support/compile-lines.js';

const head = `import { addFinalizer, byObject, controllerManagedBy, labelSelectorAsSelector, predicate, createClient, createFinalizers, createPatch, mergePatch, createOrPatch, createOrUpdate, findStatusCondition, getControllerOf, indexByController, mergeFrom, metadataOnly, namespacedClient, retryOnConflict, setControllerReference, setOwnerReference, setStatusCondition, type CachedClient, type Client, type DeepReadonly, type KindHandle, type KubernetesObject, type Manager, type Request, type Scale, type Shared, type Stored, type TypedObject } from '@operator-gen/runtime';
import { CustomResource, Resource, type Condition, type Int32, type Json, type Quantity } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { ConfigMap, Pod, ServiceAccount } from '@operator-gen/runtime/k8s/core/v1';
class Port { port!: Int32; protocol: string = 'TCP'; }
class WebServerSpec { replicas: Int32 = 1; image!: string; ports: Port[] = []; memory?: Quantity; extra?: Json; }
@Resource({ group: 'example.com', version: 'v1' }, { plural: 'webservers' })
class WebServer extends CustomResource { spec!: WebServerSpec; status?: { conditions?: Condition[] }; }
declare const client: Client; declare const cached: CachedClient; declare const key: { name: string; namespace: string };
declare const request: Request; type Loose = ConfigMap; declare const manager: Manager; declare const sharedDeployment: Shared<Deployment>; declare const web: Stored<WebServer>; declare const shared: Shared<WebServer>; declare const deployment: Deployment;`;

const spec = "{ replicas: 1, image: 'nginx', ports: [] }";

const accepted = [
  // What is read has the type of its handle, whether that is a class or a built-in, and what the server gives.
  'export const a1 = async (): Promise<number> => (await client.get(WebServer, key)).spec.replicas;',
  'export const a2 = async (): Promise<number | undefined> => (await client.get(Deployment, key)).spec?.replicas;',
  'export const a3 = async (): Promise<string> => (await client.get(Deployment, key)).metadata.uid;',
  'export const a4 = async (): Promise<string[]> => (await client.list(WebServer)).items.map((each) => each.spec.image);',
  'export const a5 = async (): Promise<Stored<WebServer> | null> => client.getOrNull(WebServer, key);',
  'export const a6 = async (): Promise<DeepReadonly<WebServerSpec>> => (await cached.get(WebServer, key, { shared: true })).spec;',
  'export const a7 = async (): Promise<Stored<WebServer>> => cached.get(WebServer, key);',
  // What is written as well, and what comes back.
  `export const b1 = async (): Promise<string> => (await client.create(WebServer, { metadata: key, spec: ${spec} })).spec.image;`,
  "export const b2 = async (): Promise<Stored<ConfigMap>> => client.create(ConfigMap, { metadata: key, data: { a: 'b' } });",
  'export const b3 = async (): Promise<Stored<WebServer>> => client.update(WebServer, web);',
  'export const b4 = async () => client.status.update(WebServer, { ...web, status: { conditions: [] } });',
  "export const b5 = async () => client.patch(WebServer, web, [{ op: 'replace', path: '/spec/replicas', value: 2 }], { type: 'json' });",
  'export const b6 = async () => client.patch(WebServer, web, mergeFrom(web, { optimisticLock: true }));',
  'export const b7 = async (): Promise<void> => client.delete(WebServer, key);',
  // In a kind that is a class, what has a default may be left out, however deep; what is there is checked.
  "export const w1 = async (): Promise<number> => (await client.create(WebServer, { metadata: key, spec: { image: 'nginx' } })).spec.replicas;",
  "export const w2 = async () => client.create(WebServer, { metadata: key, spec: { image: 'nginx', ports: [{ port: 80 }], memory: web.spec.memory, extra: { a: [1, { b: 'c' }] } } });",
  'export const w3 = async () => client.create(WebServer, { metadata: key, spec: { image: request.namespace } });',
  'export const w4 = async (): Promise<Stored<WebServer>> => client.create(WebServer, { metadata: key, spec: shared.spec });',
  `export const w5 = async () => client.create(WebServer, { metadata: key, spec: ${spec} } satisfies WebServer);`,
  'export async function w6<T extends KubernetesObject>(kind: KindHandle<T>, object: T): Promise<Stored<T>> { await client.apply(kind, object); return client.create(kind, object); }',
  // What is applied, or patched, is a part.
  'export const x1 = async (): Promise<Stored<Deployment>> => client.apply(Deployment, { metadata: key, spec: { replicas: 2 } }, { force: true });',
  'export const x2 = async () => client.status.apply(WebServer, { metadata: key, status: { conditions: [] } });',
  "export const x3 = async (): Promise<Stored<Deployment>> => client.patch(Deployment, key, { metadata: { labels: { a: null } }, spec: { replicas: null, template: { spec: { nodeName: 'a' } } } });",
  'export const x4 = async () => client.patch(web, { spec: { replicas: 2 } }, { dryRun: true });',
  "export const x5 = async () => client.patch(Deployment, key, { spec: { template: { $patch: 'delete' } } }, { type: 'strategic' });",
  "export const x6 = async (type: 'merge' | 'strategic') => client.patch(Deployment, key, { spec: { other: 1 } }, { type });",
  'export const x7 = async () => client.patch(WebServer, key, { spec: { unknown: 1 } } as object);',
  'export const x8 = async () => client.patch(metadataOnly(WebServer), key, { spec: { replicas: 1 } });',
  "export const x9 = async () => client.patch(await client.kindOf({ apiVersion: 'v1', kind: 'Pod' }), key, { spec: { nodeName: 'a' } });",
  'export const x10 = async () => { await client.patch(WebServer, web, createPatch(web, web), { type: "json" }); await client.patch(WebServer, web, mergePatch(web, web)); };',
  'export async function x11<T extends KubernetesObject>(kind: KindHandle<T>, object: Stored<T>) { await client.patch(kind, object.metadata, { metadata: { labels: { a: null } } }); await client.patch(kind, object, mergeFrom(object)); }',
  'export const x12 = async (object: TypedObject) => client.patch(object, { spec: { replicas: 1 } });',
  "export const x13 = async () => client.subresource('scale').patch(WebServer, key, { spec: { replicas: 1 } });",
  // Objects that say what they are.
  "export const c1 = async (): Promise<string> => (await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: key, data: { a: 'b' } })).data.a;",
  "export const c2 = async (object: TypedObject) => (await client.apply(object, { force: true })).metadata.labels?.['a'];",
  'export const c3 = async (object: TypedObject): Promise<void> => client.delete(object);',
  "export const c4 = async () => client.get(await client.kindOf({ apiVersion: 'v1', kind: 'Pod' }), key);",
  "export const c5 = async () => client.get(await client.kindOf<Pod>({ apiVersion: 'v1', kind: 'Pod' }), key).then((pod) => pod.spec?.nodeName);",
  // What was read says what it is, and can be written without its handle.
  'export const c6 = async (): Promise<void> => client.delete(await client.get(WebServer, key));',
  'export const c7 = async (): Promise<Stored<WebServer>> => client.update(web);',
  'export const c8 = async (): Promise<Stored<WebServer>> => client.status.update((await cached.list(WebServer)).items[0]!);',
  'export const c9 = async (): Promise<void> => client.delete(shared);',
  'export const c10: string = `${web.apiVersion} ${shared.kind}`;',
  // What may be absent is handed on as it is.
  'export const n1 = async () => client.list(WebServer, { namespace: request.namespace });',
  'export const n2 = async () => client.get(WebServer, { name: request.name, namespace: request.namespace });',
  'export const n3 = async () => client.create(ConfigMap, { metadata: { name: request.name, namespace: request.namespace } });',
  'export const n4 = async () => createOrUpdate(client, ConfigMap, { metadata: { ...request } }, () => {});',
  'export const n5 = async (): Promise<void> => client.delete(ConfigMap, { metadata: request });',
  'export const n6 = async () => { await client.deleteAllOf(ConfigMap, { namespace: web.metadata.namespace }); await client.apply(ConfigMap, { metadata: request }); };',
  'export const n7 = async (): Promise<Loose> => { const { name, namespace } = web.metadata; return { metadata: { name, namespace } }; };',
  // Which objects are meant.
  'export const s1 = async () => client.list(Pod, { labelSelector: deployment.spec?.selector ?? null });',
  'export const s2 = async () => cached.list(Pod, { labelSelector: sharedDeployment.spec!.selector, shared: true });',
  "export const s3 = async () => client.deleteAllOf(Pod, { namespace: 'a', labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] } });",
  "export const s4 = [predicate.labelSelectorPredicate(deployment.spec!.selector), labelSelectorAsSelector(sharedDeployment.spec?.selector), byObject(Pod, { labelSelector: { app: 'web' } })];",
  // Predicates know the kind that they are for, also within others.
  'controllerManagedBy(manager).for(Deployment, { predicates: [predicate.or(predicate.funcs({ update: ({ old, object }) => old.spec?.replicas !== object.spec?.replicas }), predicate.annotationChanged)] });',
  'controllerManagedBy(manager).for(WebServer, { predicates: [predicate.and(predicate.labelChanged, predicate.newPredicateFuncs(({ spec }) => spec.replicas === 1), predicate.not(predicate.funcs({ create: ({ object }) => object.spec.replicas === 2 })))] });',
  "controllerManagedBy(manager).for(WebServer, { predicates: [predicate.and(predicate.or(predicate.labelSelectorPredicate('a'), predicate.funcs({ create: ({ object }) => object.spec.replicas === 1 })), predicate.labelChanged)] });",
  'export const p1 = predicate.or(predicate.annotationChanged, predicate.funcs<WebServer>({ create: ({ object }) => object.spec.replicas === 1 })); controllerManagedBy(manager).for(WebServer, { predicates: [p1] });',
  'export const p2 = predicate.or(predicate.annotationChanged, predicate.labelChanged); controllerManagedBy(manager).for(WebServer, { predicates: [p2] }).withEventFilter(p2);',
  "controllerManagedBy(manager).for(WebServer).withEventFilter(predicate.or(predicate.funcs({ create: ({ object }) => object.metadata.name === 'a' }), predicate.labelChanged));",
  // Parts of objects.
  "export const d1 = async (): Promise<Scale> => client.subresource('scale').get(WebServer, key);",
  "export const d2 = async () => client.subresource('scale').update(Deployment, { metadata: key, spec: { replicas: 1 } });",
  "export const d3 = async (): Promise<string | undefined> => (await client.subresource('token').create(ServiceAccount, key, { spec: {} })).status?.token;",
  "export const d4 = async () => client.subresource('eviction').create(Pod, key, { deleteOptions: { gracePeriodSeconds: 0 } });",
  "export const d5 = async () => client.subresource('ephemeralcontainers').patch(Pod, key, {}, { type: 'strategic' });",
  'export const d6 = async (): Promise<string> => (await client.get(metadataOnly(WebServer), key)).metadata.name;',
  // Helpers.
  'setControllerReference(WebServer, web, deployment); setControllerReference(WebServer, shared, deployment, { blockOwnerDeletion: false });',
  'setOwnerReference(WebServer, web, deployment); export const e1 = [getControllerOf(deployment)?.uid, indexByController(shared)];',
  'export const e2 = async (): Promise<Stored<Deployment>> => (await createOrUpdate(client, Deployment, { metadata: key }, (each) => { each.spec ??= deployment.spec!; each.spec.replicas = web.spec.replicas; each.metadata.labels = {}; })).object;',
  `export const e3 = async () => createOrPatch(cached, WebServer, { metadata: key, spec: ${spec} }, async (each) => { each.spec.replicas = 2; }, { optimisticLock: true });`,
  'export const e4 = async () => createOrUpdate(client, ConfigMap, { metadata: key }, (each) => setControllerReference(WebServer, web, each));',
  "setStatusCondition(((web.status ??= {}).conditions ??= []), { type: 'Ready', status: 'True', reason: 'Up', observedGeneration: web.metadata.generation });",
  "export const e5: string | undefined = findStatusCondition(shared.status?.conditions, 'Ready')?.reason; findStatusCondition(deployment.status?.conditions, 'Available');",
  "createFinalizers<WebServer>().register('example.com/disk', async (each) => { each.spec.image; }); addFinalizer(web, 'example.com/disk');",
  'export const e6 = async (): Promise<string> => retryOnConflict(async () => (await client.get(WebServer, key)).spec.image);',
  "export const e7: CachedClient = namespacedClient(cached, 'a');",
  // The same in a function over any kind.
  'export async function f1<T extends KubernetesObject>(kind: KindHandle<T>, owner: Stored<T>, to: KubernetesObject): Promise<Stored<T>> { setControllerReference(kind, owner, to); return client.update(kind, await client.get(kind, owner.metadata)); }',
  'export async function f2<T extends KubernetesObject>(kind: KindHandle<T>, object: T): Promise<Stored<T>> { return (await createOrUpdate(client, kind, object, (each) => { each.metadata.labels = {}; })).object; }',
];

const refused = [
  "void client.create(WebServer, { metadata: key, spec: { replicas: 'one', image: 'nginx' } });",
  'void client.create(WebServer, { metadata: key });',
  "void client.create(WebServer, { metadata: key, spec: { image: 'nginx', memory: 1, imgae: 'nginx' } });",
  "void client.create(WebServer, { metadata: key, spec: { image: 'nginx', ports: [{ port: '80' }] } });",
  "void client.create(WebServer, { metadata: key, spec: { image: 'nginx' } } satisfies WebServer);",
  "void client.update(WebServer, { metadata: key, spec: { image: 'nginx' } });",
  'void client.create(Deployment, { metadata: key, spec: { replicas: 1 } });',
  "void client.apply(Deployment, { metadata: key, spec: { replicas: '1' } });",
  'void client.apply(Deployment, { metadata: key, spec: { replica: 1 } });',
  "void client.patch(Deployment, key, { spec: { replicas: 'one' } });",
  'void client.patch(Deployment, key, { spec: { replica: 1 } });',
  'void client.patch(WebServer, web, { spec: { replica: 1 } });',
  'void client.patch(web, { spec: { replicas: true } });',
  "void client.patch(WebServer, web, [{ op: 'remove', path: '/spec/replicas' }]);",
  "void client.patch(WebServer, web, { spec: { replicas: 1 } }, { type: 'json' });",
  "void client.patch(WebServer, web, [{ op: 'put', path: '/spec/replicas' }], { type: 'json' });",
  'void client.create({ metadata: key });',
  'void client.update(Deployment, web);',
  'void client.get(WebServer, key).then((each) => each.spec.size);',
  'void client.get(Date, key);',
  'controllerManagedBy(manager).for(Deployment, { predicates: [predicate.not(predicate.funcs<WebServer>({}))] });',
  'controllerManagedBy(manager).for(Deployment, { predicates: [predicate.or(predicate.labelChanged, predicate.funcs<WebServer>({}))] });',
  'controllerManagedBy(manager).for(WebServer).withEventFilter(predicate.or(predicate.labelChanged, predicate.funcs<WebServer>({})));',
  'controllerManagedBy(manager).for(WebServer, { predicates: [predicate.or(predicate.funcs({ create: ({ object }) => object.spec.size === 1 }), predicate.labelChanged)] });',
  'void client.get(WebServer);',
  "void client.list(Pod, { labelSelector: { matchExpressions: [{ key: 'app' }] } });",
  'void client.list(Pod, { labelSelector: { app: 1 } });',
  'void client.get(WebServer, key).then((each) => { each.metadata.uid = undefined; });',
  'void cached.get(WebServer, key, { shared: true }).then((each) => { each.spec.replicas = 2; });',
  "void client.subresource('scale').create(Deployment, key, {});",
  "void client.subresource('scale').update(Deployment, { metadata: key, spec: { replicas: '1' } });",
  "void client.subresource('eviction').get(Pod, key);",
  'void client.get(metadataOnly(WebServer), key).then((each) => each.spec);',
  'setControllerReference(Deployment, web, deployment);',
  'setControllerReference(WebServer, { metadata: { name: key.name } }, deployment);',
  'setControllerReference(WebServer, web, shared);',
  "addFinalizer(shared, 'example.com/disk');",
  `void createOrUpdate(client, WebServer, { metadata: key, spec: ${spec} }, (each) => ({ ...each, spec: ${spec} }));`,
  'void createOrUpdate(client, WebServer, { metadata: key }, () => {});',
  "setStatusCondition([], { type: 'Ready', status: 'Yes', reason: 'Up' });",
  "setStatusCondition([], { type: 'Ready', status: 'True' });",
];

describe.each(compilers)('the client and its helpers for %s', (compiler) => {
  let wrong: ReadonlySet<string>;
  beforeAll(async () => {
    wrong = await linesWithErrors(compiler, head, [...accepted, ...refused], { exactOptionalPropertyTypes: true });
  }, 60_000);

  it('take and give the types of their kinds', () => {
    expect(accepted.filter((line) => wrong.has(line))).toEqual([]);
  });
  it('refuse what does not fit', () => {
    expect(refused.filter((line) => !wrong.has(line))).toEqual([]);
  });
});
