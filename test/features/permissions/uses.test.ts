import { describe, expect, test } from 'vitest';
import { permissionsOf, usesOf, usesOfFiles } from './support.js';

const mirrored = 'get,list,watch';

describe('the permissions of one call', () => {
  test.each<readonly [code: string, ...permissions: string[]]>([
    ['(c: CachedClient) => c.get(Foo, { name: "a" })', `${mirrored} foos.example.com`],
    ['(c: CachedClient) => c.list(Deployment)', `${mirrored} deployments.apps`],
    ['() => createClient({} as never).get(ConfigMap, key)', 'get configmaps'],
    ['() => createClient({} as never).list(ConfigMap)', 'list configmaps'],
    ['(m: Manager) => m.apiReader.getOrNull(Secret, key)', 'get secrets'],
    ['(m: Manager) => m.client.getOrNull(Secret, key)', `${mirrored} secrets`],
    ['(m: Manager) => dryRunClient(m.apiReader).list(Secret)', 'list secrets'],
    ['(m: Manager) => namespacedClient(m.client, "a").list(Secret)', `${mirrored} secrets`],
    ['(m: Manager) => cachedClient(m.cache, m.apiReader).get(Secret, key)', `${mirrored} secrets`],
    // It can be either, so that the permissions for both are needed.
    ['(c: Client) => c.get(Foo, key)', `${mirrored} foos.example.com`],
    ['(c: Reader) => c.list(Foo)', `${mirrored} foos.example.com`],
    ['(c: Client) => c.create(ConfigMap, {})', 'create configmaps'],
    ['(c: Client) => c.update(ConfigMap, x)', 'update configmaps'],
    ['(c: Client) => c.patch(ConfigMap, key, {})', 'patch configmaps'],
    ['(c: Client) => c.apply(ConfigMap, {})', 'create,patch configmaps'],
    ['(c: Client) => c.delete(ConfigMap, key)', 'delete configmaps'],
    ['(c: Client) => c.deleteAllOf(ConfigMap, { namespace: ns })', 'deletecollection configmaps'],
    ['(c: Client) => c.status.update(Foo, x)', 'update foos/status.example.com'],
    ['(c: Client) => c.status.patch(Foo, key, {})', 'patch foos/status.example.com'],
    ['(c: Client) => c.status.apply(Foo, {})', 'patch foos/status.example.com'],
    ['(c: Client) => c.subresource("scale").get(Deployment, key)', 'get deployments/scale.apps'],
    ['(c: Client) => c.subresource("scale").update(Deployment, x)', 'update deployments/scale.apps'],
    ['(c: Client) => c.subresource("eviction").create(Pod, key, {})', 'create pods/eviction'],
    ['(c: Client) => c.subresource("ephemeralcontainers").patch(Pod, key, {})', 'patch pods/ephemeralcontainers'],
    [
      '(c: Client) => { const scale = c.subresource("scale"); return scale.patch(Foo, key, {}) }',
      'patch foos/scale.example.com',
    ],
    ['(m: Manager) => m.cache.getInformer(Pod)', `${mirrored} pods`],
    ['(m: Manager) => m.cache.indexField(Pod, "a", () => [])', `${mirrored} pods`],
    ['(m: Manager) => m.cache.addIndex(defineIndex(Pod, "a", () => []))', `${mirrored} pods`],
    ['(m: Manager) => kindSource(m.cache, Pod, enqueueRequestForObject)', `${mirrored} pods`],
    ['(m: Manager) => controllerManagedBy(m).for(Foo)', `${mirrored} foos.example.com`],
    [
      '(m: Manager) => controllerManagedBy(m).for(Foo).owns(Deployment).watches(Secret, () => [])',
      `${mirrored} deployments.apps`,
      `${mirrored} foos.example.com`,
      `${mirrored} secrets`,
    ],
    ['(m: Manager) => controllerManagedBy(m).watchesMetadata(Pod, () => [])', `${mirrored} pods`],
    ['(m: Manager) => m.client.get(metadataOnly(Pod), key)', `${mirrored} pods`],
    [
      '(m: Manager) => createOrUpdate(m.client, Service, x, () => {})',
      `create,${mirrored.replace('list,', 'list,update,')} services`,
    ],
    ['(m: Manager) => createOrUpdate(m.apiReader, Service, x, () => {})', 'create,get,update services'],
    ['(m: Manager) => createOrPatch(m.apiReader, Service, x, (s) => { s.spec = {} })', 'create,get,patch services'],
    [
      '(m: Manager) => createOrPatch(m.apiReader, Foo, x, (foo) => { foo.status = { ready: true } })',
      'create,get,patch foos.example.com',
      'patch foos/status.example.com',
    ],
    ['(o: any) => setControllerReference(Foo, o, o)', 'update foos/finalizers.example.com'],
    ['(o: any) => setControllerReference(Foo, o, o, { blockOwnerDeletion: false })'],
    ['(o: any) => setOwnerReference(Foo, o, o)'],
    ['(o: any) => setOwnerReference(Foo, o, o, { blockOwnerDeletion: true })', 'update foos/finalizers.example.com'],
    ['(o: any) => controllerReference(Foo, o)', 'update foos/finalizers.example.com'],
    ['(r: EventRecorder, o: any) => r.event(o, {} as never)', 'create,patch events.events.k8s.io'],
    // Not of the runtime.
    ['(c: Map<string, string>) => c.get("a")'],
    ['(c: { get(kind: unknown): void }) => c.get(Foo)'],
  ])('%s', async (code, ...permissions) => {
    expect(await permissionsOf(`declare const key: any, x: any, ns: string; export default ${code};`)).toEqual(
      permissions,
    );
  });
});

describe('names and namespaces', () => {
  test.each<readonly [code: string, ...permissions: string[]]>([
    ['m.apiReader.get(Secret, { name: "a", namespace: "b" })', 'get secrets name=a namespace=b'],
    ['m.apiReader.get(Secret, { name, namespace: "b" })', 'get secrets name=constant namespace=b'],
    ['m.apiReader.get(Secret, settings)', 'get secrets name=settings namespace=system'],
    ['m.client.patch(Secret, { name: "a", namespace: ns }, {})', 'patch secrets name=a'],
    ['m.client.delete(Secret, { metadata: { name: "a" } })', 'delete secrets name=a'],
    ['m.client.create(Secret, { metadata: { name: "a", namespace: "b" } })', 'create secrets namespace=b'],
    ['m.client.apply(Secret, { metadata: { name: "a" } })', 'create secrets', 'patch secrets name=a'],
    // The cache lists and watches all of them.
    ['m.client.get(Secret, { name: "a", namespace: "b" })', `${mirrored} secrets`],
    ['m.apiReader.get(Secret, { name: ns })', 'get secrets'],
  ])('%s', async (code, ...permissions) => {
    const given =
      'declare const m: Manager, ns: string; const name = "constant"; const settings = { name: "settings", namespace: "system" } as const;';
    expect(await permissionsOf(`${given} export default () => ${code};`)).toEqual(permissions);
  });
});

const both = ['delete configmaps', 'delete secrets'];

type Case = readonly [what: string, code: string, files?: Readonly<Record<string, string>>];

describe('kinds that are passed on', () => {
  const cases: readonly Case[] = [
    [
      'through a function',
      'async function clear(kind: KindHandle) { await c.delete(kind, key) } clear(ConfigMap); clear(Secret)',
    ],
    [
      'through a generic function',
      'const clear = <T extends KubernetesObject>(kind: KindHandle<T>) => c.delete(kind, key); clear(ConfigMap); clear(Secret)',
    ],
    [
      'through two functions',
      'const inner = (k: KindHandle) => c.delete(k, key); const clear = (k: KindHandle) => inner(k); clear(ConfigMap); clear(Secret)',
    ],
    ['in a union', 'declare const kind: KindHandle<ConfigMap> | KindHandle<Secret>; c.delete(kind, key)'],
    [
      'as a type',
      'declare const one: KindHandle<ConfigMap>, other: KindHandle<Secret>; c.delete(one, key); c.delete(other, key)',
    ],
    ['in a loop', 'for (const kind of [ConfigMap, Secret]) c.delete(kind as KindHandle, key)'],
    [
      'in a constant list',
      'const all: readonly KindHandle[] = [ConfigMap, Secret]; for (const kind of all) c.delete(kind, key)',
    ],
    [
      'in a list of another file',
      'import { all } from "./all.js"; for (const kind of all) c.delete(kind, key)',
      { 'all.ts': 'export const all: KindHandle[] = [ConfigMap, Secret];' },
    ],
    [
      'to a callback of a list',
      'const all: KindHandle[] = [ConfigMap, Secret]; await Promise.all(all.map((kind) => c.delete(kind, key)))',
    ],
    [
      'to a named callback',
      'const clear = (kind: KindHandle) => c.delete(kind, key); ([ConfigMap, Secret] as KindHandle[]).forEach(clear)',
    ],
    [
      'in a record',
      'const all: Record<string, KindHandle> = { one: ConfigMap, other: Secret }; c.delete(all[ns]!, key)',
    ],
    [
      'in the values of a record',
      'const all: Record<string, KindHandle> = { one: ConfigMap, other: Secret }; for (const kind of Object.values(all)) c.delete(kind, key)',
    ],
    [
      'in pairs',
      'for (const [kind, name] of [[ConfigMap, "a"], [Secret, "b"]] as [KindHandle, string][]) c.delete(kind, { name, namespace: ns })',
    ],
    ['in a set', 'for (const kind of new Set<KindHandle>([ConfigMap, Secret])) c.delete(kind, key)'],
    [
      'in a map',
      'const all = new Map<string, KindHandle>([["a", ConfigMap], ["b", Secret]]); c.delete(all.get(ns)!, key)',
    ],
    ['by a condition', 'const kind: KindHandle = ns === "" ? ConfigMap : Secret; c.delete(kind, key)'],
    ['by a variable that changes', 'let kind: KindHandle = ConfigMap; if (ns) kind = Secret; c.delete(kind, key)'],
    [
      'by a function that returns them',
      'function kindOf(): KindHandle { if (ns) return ConfigMap; return Secret } c.delete(kindOf(), key)',
    ],
    [
      'by a closure',
      'const makeClear = (kind: KindHandle) => () => c.delete(kind, key); makeClear(ConfigMap)(); makeClear(Secret)()',
    ],
    [
      'to a closure',
      'const makeClear = (client: Client) => (kind: KindHandle) => client.delete(kind, key); const clear = makeClear(c); clear(ConfigMap); clear(Secret)',
    ],
    [
      'in an option object',
      'interface Options { kind: KindHandle } const clear = ({ kind }: Options) => c.delete(kind, key); clear({ kind: ConfigMap }); const o = { kind: Secret }; clear(o)',
    ],
    [
      'in a property of options',
      'interface Options { kind: KindHandle } const clear = (options: Options) => c.delete(options.kind, key); clear({ kind: ConfigMap }); clear({ kind: Secret })',
    ],
    [
      'in a field of a class',
      'class Store { #kind: KindHandle; constructor(kind: KindHandle) { this.#kind = kind } clear() { return c.delete(this.#kind, key) } } new Store(ConfigMap).clear(); new Store(Secret).clear()',
    ],
    [
      'in a parameter property',
      'class Store { constructor(private readonly kind: KindHandle) {} clear() { return c.delete(this.kind, key) } } new Store(ConfigMap); new Store(Secret)',
    ],
    [
      'in a field of a generic class',
      'class Store<T extends KubernetesObject> { constructor(readonly kind: KindHandle<T>) {} clear() { return c.delete(this.kind, key) } } new Store(ConfigMap); new Store(Secret)',
    ],
    [
      'by subclasses',
      'abstract class Base { abstract readonly kind: KindHandle; clear() { return c.delete(this.kind, key) } } class One extends Base { readonly kind = ConfigMap } class Other extends Base { readonly kind = Secret }',
    ],
    [
      'to a base class',
      'class Base { constructor(readonly kind: KindHandle) {} clear() { return c.delete(this.kind, key) } } class One extends Base { constructor() { super(ConfigMap) } } class Other extends Base {} new Other(Secret)',
    ],
    [
      'by a method',
      'class Store { clear(kind: KindHandle) { return c.delete(kind, key) } } const store = new Store(); store.clear(ConfigMap); store.clear(Secret)',
    ],
    [
      'by a static method',
      'class Store { static clear(kind: KindHandle) { return c.delete(kind, key) } } Store.clear(ConfigMap); Store.clear(Secret)',
    ],
    [
      'through an interface',
      'interface Clears { clear(kind: KindHandle): unknown } class Store implements Clears { clear(kind: KindHandle) { return c.delete(kind, key) } } declare const store: Clears; store.clear(ConfigMap); store.clear(Secret)',
    ],
    [
      'in an object with functions',
      'const store = { clear: (kind: KindHandle) => c.delete(kind, key) }; store.clear(ConfigMap); store.clear(Secret)',
    ],
    [
      'by a function that another file exports under another name',
      'import { remove } from "./index.js"; remove(ConfigMap); remove(Secret)',
      {
        'clear.ts':
          'declare const c: Client, key: any; export const clear = (kind: KindHandle) => c.delete(kind, key);',
        'index.ts': 'export { clear as remove } from "./clear.js";',
      },
    ],
    [
      'under another name',
      'const first = ConfigMap; const second: KindHandle = Secret; c.delete(first, key); c.delete(second, key)',
    ],
    ['with a default', 'const clear = (kind: KindHandle = ConfigMap) => c.delete(kind, key); clear(); clear(Secret)'],
    [
      'with a rest parameter',
      'const clear = (...kinds: KindHandle[]) => kinds.forEach((kind) => c.delete(kind, key)); clear(ConfigMap, Secret)',
    ],
    [
      'in a list to which they are added',
      'const all: KindHandle[] = []; all.push(ConfigMap, Secret); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'in a field to which they are added',
      'class Store { readonly #all: KindHandle[] = []; add(kind: KindHandle) { this.#all.push(kind) } clear() { for (const kind of this.#all) void c.delete(kind, key) } } const store = new Store(); store.add(ConfigMap); store.add(Secret)',
    ],
    [
      'in a set and a map to which they are added',
      'const one = new Set<KindHandle>(); one.add(ConfigMap); const two = new Map<string, KindHandle>(); two.set("a", Secret); for (const kind of [...one, ...two.values()]) c.delete(kind, key)',
    ],
    [
      'in an object to which they are added',
      'const all: Record<string, KindHandle> = {}; all["a"] = ConfigMap; all[ns] = Secret; for (const kind of Object.values(all)) c.delete(kind, key)',
    ],
    [
      'in a property that is set later',
      'interface Options { kind?: KindHandle } const one: Options = {}; one.kind = ConfigMap; one.kind = Secret; c.delete(one.kind!, key)',
    ],
    [
      'in pairs of an object',
      'const all: Record<string, KindHandle> = { one: ConfigMap, other: Secret }; for (const [name, kind] of Object.entries(all)) c.delete(kind, { name })',
    ],
    [
      'by Object.values and a callback with two names',
      'const all = { one: ConfigMap, other: Secret } as Record<string, KindHandle>; Object.values(all).map((kind, index) => c.delete(kind, { name: `${index}` }))',
    ],
    [
      'through a namespace import',
      'import * as all from "./all.js"; c.delete(all.one, key); c.delete(all.other, key)',
      { 'all.ts': 'export const one: KindHandle = ConfigMap; export const other: KindHandle = Secret;' },
    ],
    [
      'by default exports',
      'import clear from "./clear.js"; clear(ConfigMap); clear(Secret)',
      { 'clear.ts': 'declare const c: Client, key: any; export default (kind: KindHandle) => c.delete(kind, key);' },
    ],
    [
      'with call',
      'function clear(kind: KindHandle) { return c.delete(kind, key) } clear.call(null, ConfigMap); clear.call(null, Secret)',
    ],
    [
      'with bind',
      'const clear = (kind: KindHandle) => c.delete(kind, key); const bound = clear.bind(null); bound(ConfigMap); bound(Secret)',
    ],
    [
      'with a spread',
      'const clear = (kind: KindHandle, n: number) => c.delete(kind, key); clear(...([ConfigMap, 1] as [KindHandle, number])); clear(Secret, 1)',
    ],
    [
      'by a generator',
      'function* all(): Generator<KindHandle> { yield ConfigMap; yield Secret } for (const kind of all()) c.delete(kind, key)',
    ],
    [
      'by reduce',
      '([ConfigMap, Secret] as KindHandle[]).reduce((last, kind) => last.then(() => c.delete(kind, key)), Promise.resolve())',
    ],
    [
      'by a promise',
      'Promise.resolve(ConfigMap as KindHandle).then((kind) => c.delete(kind, key)); const other = async (): Promise<KindHandle> => Secret; c.delete(await other(), key)',
    ],
    ['as any', 'const clear = (kind: any) => c.delete(kind, key); clear(ConfigMap); clear(Secret)'],
    [
      'to a callback of a function of the project',
      'const each = (f: (kind: KindHandle) => unknown) => { f(ConfigMap); f(Secret) }; each((kind) => c.delete(kind, key))',
    ],
    [
      'in a record to which they are added by names and by keys',
      'const all: Record<string, KindHandle> = {}; all["a"] = ConfigMap; all.b = Secret; for (const kind of Object.values(all)) c.delete(kind, key)',
    ],
    [
      'in a record of which one is taken by name',
      'const all: Record<string, KindHandle> = {}; all.a = ConfigMap; all.b = ns ? Secret : ConfigMap; c.delete(all.b, key)',
    ],
    [
      'in a list that is changed at both ends',
      'const all: KindHandle[] = []; all.unshift(ConfigMap); all.splice(0, 0, Secret); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'in a list that a function changes',
      'const all: KindHandle[] = [ConfigMap]; const register = (list: KindHandle[], kind: KindHandle) => { list.push(kind) }; register(all, Secret); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'in a map that has two names',
      'const all = new Map<string, KindHandle>([["a", ConfigMap]]); const same = all; same.set("b", Secret); for (const kind of all.values()) c.delete(kind, key)',
    ],
    [
      'to a table of functions',
      'const table: Record<string, (kind: KindHandle) => unknown> = { clear: (kind) => c.delete(kind, key) }; table[ns]!(ConfigMap); table["clear"]!(Secret)',
    ],
    [
      'in lists that are joined',
      'const all = ([ConfigMap] as KindHandle[]).concat([Secret]).filter(Boolean); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'by variables that are swapped',
      'let a: KindHandle = ConfigMap, b: KindHandle = Secret; [a, b] = [b, a]; c.delete(a, key)',
    ],
    [
      'by destructuring into variables',
      'let a: KindHandle, b: KindHandle; ({ a } = { a: ConfigMap as KindHandle }); ({ x: b } = { x: Secret as KindHandle }); c.delete(a, key); c.delete(b, key)',
    ],
    [
      'in a map whose calls are chained',
      'const all = new Map<string, KindHandle>(); all.set("a", ConfigMap).set("b", Secret); for (const [, kind] of all) c.delete(kind, key)',
    ],
    [
      'in the entries of a map',
      'const all = new Map<string, KindHandle>([["a", ConfigMap]]).set("b", Secret); for (const [, kind] of all.entries()) c.delete(kind, key)',
    ],
    [
      'to forEach of a map',
      'const all = new Map<string, KindHandle>([["a", ConfigMap]]); all.set("b", Secret); all.forEach((kind) => c.delete(kind, key))',
    ],
    [
      'in the keys of a map',
      'const all = new Map<KindHandle, string>([[ConfigMap, "a"], [Secret, "b"]]); all.forEach((_, kind) => c.delete(kind, key))',
    ],
    [
      'in a WeakMap',
      'const all = new WeakMap<object, KindHandle>(); all.set(Foo, ConfigMap); all.set(Pod, Secret); c.delete(all.get(Foo)!, key)',
    ],
    [
      'by Object.assign',
      'const all: Record<string, KindHandle> = Object.assign({}, { a: ConfigMap }, { b: Secret }); for (const kind of Object.values(all)) c.delete(kind, key)',
    ],
    [
      'by Object.fromEntries',
      'const all: Record<string, KindHandle> = Object.fromEntries([["a", ConfigMap], ["b", Secret]]); for (const kind of Object.values(all)) c.delete(kind, key)',
    ],
    [
      'in the values of a module',
      'import * as all from "./all.js"; for (const kind of Object.values(all)) c.delete(kind as KindHandle, key)',
      {
        'all.ts': 'export { ConfigMap as One } from "@operator-gen/runtime/k8s/core/v1"; export * from "./more.js";',
        'more.ts': 'export { Secret } from "@operator-gen/runtime/k8s/core/v1";',
      },
    ],
    [
      'by reduce with a spread',
      'const all = [ConfigMap, Secret].reduce((before: KindHandle[], kind) => [...before, kind], []); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'to a function of Array.from',
      'void Array.from([ConfigMap, Secret] as KindHandle[], (kind) => c.delete(kind, key))',
    ],
    [
      'from Array.from with a function',
      'const all = Array.from([ConfigMap, Secret], (kind) => kind as KindHandle); for (const kind of all) c.delete(kind, key)',
    ],
    [
      'by promises that are destructured',
      'const [a, b] = await Promise.all([Promise.resolve<KindHandle>(ConfigMap), Promise.resolve<KindHandle>(Secret)]); c.delete(a, key); c.delete(b, key)',
    ],
    [
      'from a function that is tried again',
      'import { retryOnConflict } from "@operator-gen/runtime"; const kind = await retryOnConflict(async () => (ns ? ConfigMap : Secret) as KindHandle); c.delete(kind, key)',
    ],
    [
      'by assignments of what is missing',
      'let kind: KindHandle | undefined; kind ??= ConfigMap; kind ||= Secret; c.delete(kind, key)',
    ],
    [
      'by a setter',
      'class Store { #kind!: KindHandle; set kind(value: KindHandle) { this.#kind = value } clear() { return c.delete(this.#kind, key) } } const store = new Store(); store.kind = ConfigMap; store.kind = Secret',
    ],
    [
      'in a tuple that is spread',
      'const one = [ConfigMap, key] as const; c.delete(...one); const clear = (...given: [KindHandle<Secret>, any]) => c.delete(...given); clear(Secret, key)',
    ],
    [
      'by rest parameters that are passed on',
      'class Store { delete(...given: any[]) { return (c.delete as any)(...given) } } new Store().delete(ConfigMap, key); new Store().delete(Secret, key)',
    ],
    [
      'by the iterator of a class',
      'class All { *[Symbol.iterator](): Iterator<KindHandle> { yield ConfigMap; yield Secret } } for (const kind of new All()) c.delete(kind, key)',
    ],
    [
      'to a function of a timer',
      'setTimeout((kind: KindHandle) => c.delete(kind, key), 10, ConfigMap); setImmediate((kind: KindHandle) => c.delete(kind, key), Secret)',
    ],
    [
      'to a property of an object without a type',
      'const store: any = function () {}; store.prototype.clear = (kind: KindHandle) => c.delete(kind, key); const o: any = new store(); o.clear(ConfigMap); o.clear(Secret)',
    ],
    [
      'by a recursive function',
      'const clear = (kind: KindHandle, n: number): unknown => n > 0 ? clear(kind, n - 1) : c.delete(kind, key); clear(ConfigMap, 3); clear(Secret, 2)',
    ],
  ];
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, code, files = {}]) => {
    const given = 'declare const c: Client, key: any, ns: string;';
    expect(await permissionsOf(`${given} ${code}; export {};`, files)).toEqual(both);
  });
});

describe('clients that are passed on', () => {
  test.each([
    [
      'in a field',
      'class R { #c: Client; constructor(c: Client) { this.#c = c } run() { return this.#c.get(Secret, key) } } new R(m.apiReader)',
    ],
    ['by a variable', 'const c = m.apiReader; c.get(Secret, key)'],
    ['through a function', 'const read = (c: Client) => c.get(Secret, key); read(m.apiReader)'],
    ['by destructuring', 'const { apiReader } = m; apiReader.get(Secret, key)'],
    ['as a part of their type', 'const read = (c: Pick<Client, "get">) => c.get(Secret, key); read(m.apiReader)'],
    ['as any', 'const read = (c: any) => c.get(Secret, key); read(m.apiReader)'],
    ['with an assertion', '(m.apiReader as any).get(Secret, key)'],
    ['in its own wrapper', 'let c: Client = m.apiReader; c = dryRunClient(c); c.get(Secret, key)'],
    ['by an element', 'm.apiReader["get"](Secret, key)'],
    ['as a method', 'const { get } = m.apiReader; get(Secret, key)'],
    [
      'in a class that implements Client',
      'abstract class Audited implements Client { constructor(readonly inner: Client) {} get(kind: any, k: any): any { return this.inner.get(kind, k) } } declare const a: Audited; new (Audited as any)(m.apiReader); a.get(Secret, key)',
    ],
  ])('%s', async (_, code) => {
    const [found, ...others] = await permissionsOf(`declare const m: Manager, key: any; ${code}; export {};`);
    expect(others).toEqual([]);
    expect(found).toMatch(/^get(,list,watch)? secrets$/);
  });

  test('need the permissions of the cache if one of them reads from it', async () => {
    const code = 'const read = (c: Client) => c.get(Secret, key); read(m.apiReader); read(m.client)';
    expect(await permissionsOf(`declare const m: Manager, key: any; ${code}; export {};`)).toEqual([
      `${mirrored} secrets`,
    ]);
  });
});

describe('kinds without a class', () => {
  test.each([
    [
      'defineResource',
      'const kind = defineResource({ group: "a.io", version: "v1", kind: "Thing", plural: "things", scope: "Cluster" }); c.delete(kind, key)',
      'delete things.a.io',
    ],
    [
      'defineResource of another file',
      'import { Thing } from "./thing.js"; c.delete(Thing, key)',
      'delete things.a.io',
    ],
    ['an object that was read', 'declare const secret: Stored<Secret>; c.update(secret)', 'update secrets'],
    ['an object that names its kind', 'c.create({ apiVersion: "v1", kind: "Secret", metadata: {} })', 'create secrets'],
    [
      'an object whose type names its kind',
      'declare const o: { apiVersion: "apps/v1"; kind: "Deployment"; metadata: {} }; c.delete(o)',
      'delete deployments.apps',
    ],
    [
      'defineResource with a spread',
      'const gv = { group: "a.io", version: "v1" } as const; const kind = defineResource({ ...gv, kind: "Thing", plural: "things", scope: "Cluster" }); c.delete(kind, key)',
      'delete things.a.io',
    ],
    [
      'defineResource with an enum, a template and a sum',
      'enum Group { A = "a.io" } const name = "thing"; const kind = defineResource({ group: Group.A, version: "v1", kind: "Thing", plural: `${name}` + "s", scope: "Cluster" }); c.delete(kind, key)',
      'delete things.a.io',
    ],
    [
      'defineResource in a function',
      'const define = (kind: string, plural: string) => defineResource({ group: "a.io", version: "v1", kind, plural, scope: "Cluster" }); const kind = define("Thing", "things"); c.delete(kind, key)',
      'delete things.a.io',
    ],
    [
      'an object with a spread',
      'const base = { apiVersion: "v1", kind: "Secret" }; c.delete({ ...base, metadata: { name: "a" } })',
      'delete secrets name=a',
    ],
    ['a subclass', 'class More extends Foo { more = true } c.delete(More, key)', 'delete foos.example.com'],
    [
      'a subresource in a loop',
      'for (const name of ["resize"]) c.subresource(name).patch(Pod, key, {})',
      'patch pods/resize',
    ],
    [
      'a subresource of a function',
      'const of = (name: string) => c.subresource(name); of("resize").patch(Pod, key, {})',
      'patch pods/resize',
    ],
    ['a status with quotes', 'c["status"]["update"](Foo, key)', 'update foos/status.example.com'],
    [
      'a status that is destructured',
      'const { status } = c; status.update(Foo, key)',
      'update foos/status.example.com',
    ],
    ['kindOf', 'c.delete(await c.kindOf({ apiVersion: "v1", kind: "Secret" }), key)', 'delete secrets'],
  ])('%s', async (_, code, permission) => {
    const thing =
      'export const Thing = defineResource<{ metadata: {} }>({ group: "a.io", version: "v1", kind: "Thing", plural: "things", scope: "Cluster" });';
    expect(
      await permissionsOf(`declare const c: Client, key: any; ${code}; export {};`, { 'thing.ts': thing }),
    ).toEqual([permission]);
  });
});

describe('a kind that is known only at run time', () => {
  test.each([
    [
      'of an object',
      'declare const o: KubernetesObject & { apiVersion: string; kind: string }; c.update(o)',
      'update ?',
    ],
    ['of a package', 'import { kind } from "elsewhere"; c.delete(kind, key)', 'delete ?'],
    [
      'of a parameter of an exported function that nobody calls with one',
      'export const clear = (kinds: KindHandle[]) => { for (const kind of kinds) c.delete(kind, key) }; clear(JSON.parse(""))',
      'delete ?',
    ],
    [
      'with a subresource of any name',
      'declare const name: string; c.subresource(name).update(Foo, {} as never)',
      'update ?/*',
    ],
  ])('%s', async (_, code, permission) => {
    expect(await permissionsOf(`declare const c: Client, key: any; ${code}; export {};`)).toEqual([permission]);
  });

  test('is acknowledged by a comment above the call, or beside it', async () => {
    const { dynamic } = await usesOf(`declare const c: Client, o: any;
      // rbac-dynamic: the kinds of the configuration
      c.update(o);
      c.delete(o); // rbac-dynamic: beside
      c.patch(o, {});
      export {};`);
    expect(dynamic.map(({ call, acknowledged }) => [call, acknowledged])).toEqual([
      ['c.update(o)', 'the kinds of the configuration'],
      ['c.delete(o)', 'beside'],
      ['c.patch(o)', undefined],
    ]);
  });
});

test('the lines are those of the calls', async () => {
  const { used } = await usesOf('export const run = (c: Client) =>\n  c\n    .delete(Secret, { name: "a" });');
  expect(used).toMatchObject([{ call: 'c.delete(Secret)', position: { file: 'src/main.ts', line: 4, column: 6 } }]);
});

test.each([
  ['createOrUpdate(m.client, Service, x, () => {})', 'createOrUpdate(m.client, Service)'],
  ['createOrPatch(m.client, Service, x, () => {})', 'createOrPatch(m.client, Service)'],
  ['kindSource(m.cache, Pod, enqueueRequestForObject)', 'kindSource(m.cache, Pod)'],
  ['m.client.getOrNull(Secret, key)', 'm.client.getOrNull(Secret)'],
])('a call is named with its kind: %s', async (code, call) => {
  const { used } = await usesOf(`export const run = (m: Manager) => ${code};`);
  expect(new Set(used.map((each) => each.call))).toEqual(new Set([call]));
});

describe('a manager', () => {
  const source = (options: string): Readonly<Record<string, string>> => ({
    'main.ts': `import { createManager } from '@operator-gen/runtime';\nawait createManager(${options});`,
  });

  test.each([
    ['{}', []],
    ["{ leaderElection: { id: 'a' } }", ['leases', 'events']],
    ['{ metrics: { secure: true } }', ['tokenreviews', 'subjectaccessreviews']],
    ['{ metrics: { secure: false } }', []],
    ["{ webhook: { selfSigned: { service: 'a' } } }", ['secrets']],
  ])('with %s uses %s', async (options, resources) => {
    const { used } = await usesOfFiles(source(options));
    expect(used.map(({ resource }) => resource)).toEqual(resources);
  });
});

describe('code in other languages than plain TypeScript modules', () => {
  const clears = 'export const clear = async (c: Client, key: any) => c.delete(Secret, key);';
  const untyped = (name: string) => `export async function clear(${name}, key) { await ${name}.delete(Secret, key) }`;
  test.each([
    ['.mts', './clear.mjs', { 'clear.mts': clears }],
    ['.cts', './clear.cjs', { 'clear.cts': clears }],
    ['.js', './clear.js', { 'clear.js': untyped('c') }],
    ['.mjs', './clear.mjs', { 'clear.mjs': untyped('c') }],
    [
      'a class in .js',
      './clear.js',
      {
        'clear.js':
          'class Store { constructor(c) { this.c = c } run(key) { return this.c.delete(Secret, key) } } export const clear = (c, key) => new Store(c).run(key);',
      },
    ],
  ])('%s', async (_, path, files) => {
    const main = `import { clear } from "${path}"; declare const m: Manager; await clear(m.apiReader, { name: ns }); declare const ns: string;`;
    const texts = Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith('js') ? `import { Secret } from "@operator-gen/runtime/k8s/core/v1"; ${text}` : text,
    ]);
    expect(await permissionsOf(main, Object.fromEntries(texts))).toEqual(['delete secrets']);
  });
});

describe('methods as values', () => {
  test.each([
    ['bind', 'const clear = c.delete.bind(c); clear(ConfigMap, key); clear(Secret, key)'],
    ['bind with a kind', 'c.delete.bind(c, ConfigMap)(key); const clear = c.delete.bind(c, Secret); clear(key)'],
    ['call', 'c.delete.call(c, ConfigMap, key); c.delete.call(c, Secret, key)'],
    ['apply', 'c.delete.apply(c, [ConfigMap, key]); const given = [Secret, key] as const; c.delete.apply(c, given)'],
    ['Reflect.apply', 'Reflect.apply(c.delete, c, [ConfigMap, key]); Reflect.apply(c.delete, c, [Secret, key])'],
    ['Reflect.get', 'Reflect.get(c, "delete")(ConfigMap, key); Reflect.get(c, "delete").call(c, Secret, key)'],
    [
      'a parameter with the type of a method',
      'const run = (clear: Client["delete"]) => { clear(ConfigMap, key); clear(Secret, key) }; run(c.delete.bind(c))',
    ],
    [
      'a parameter with a type of the project',
      'type Clear = (kind: KindHandle, k: any) => unknown; const run = (clear: Clear) => clear(ConfigMap, key); run(c.delete); const other: Clear = c.delete; other(Secret, key)',
    ],
    ['a property', 'const o = { clear: c.delete.bind(c) }; o.clear(ConfigMap, key); o.clear(Secret, key)'],
    ['destructuring', 'const { delete: clear } = c; clear(ConfigMap, key); clear(Secret, key)'],
    [
      'an argument that is destructured',
      'const run = ({ delete: clear }: Client) => { clear(ConfigMap, key); clear(Secret, key) }; run(c)',
    ],
    [
      'a pattern of an assignment',
      'let clear: any; ({ delete: clear } = c); clear(ConfigMap, key); clear(Secret, key)',
    ],
    ['quotes', 'const table = { clear: c.delete }; table["clear"](ConfigMap, key); table.clear(Secret, key)'],
    ['a computed name', 'const name = "delete" as const; c[name](ConfigMap, key); (c as any)[name](Secret, key)'],
  ])('%s', async (_, code) => {
    expect(await permissionsOf(`declare const c: Client, key: any; ${code}; export {};`)).toEqual(both);
  });

  test.each([
    [
      'names of a union',
      'for (const name of ["delete", "update"] as const) c[name](Secret, key)',
      ['delete secrets', 'update secrets'],
    ],
    [
      'names of a type',
      'declare const name: "get" | "list"; m.apiReader[name](Secret, key)',
      ['get secrets', 'list secrets'],
    ],
    ['a name that is data', 'declare const name: string; (c as any)[name](Secret, key)', [' ?']],
    ['a method for a package', 'import { run } from "elsewhere"; run(c.delete)', ['delete ?']],
    [
      'a function for a package',
      'import { run } from "elsewhere"; run(createOrUpdate)',
      ['create,get,list,update,watch ?'],
    ],
    ['a status writer', 'const { status: { update } } = c; update(Foo, key)', ['update foos/status.example.com']],
    ['a method that is live', 'const { get } = m.apiReader; get(Secret, key)', ['get secrets']],
    [
      'an interface that reads live',
      'interface Reads { get(k: KindHandle, key: any): unknown } const read = (r: Reads) => r.get(Secret, key); read(m.apiReader)',
      ['get secrets'],
    ],
  ])('%s', async (_, code, expected) => {
    expect(await permissionsOf(`declare const c: Client, m: Manager, key: any; ${code}; export {};`)).toEqual(expected);
  });
});

describe('clients of other types', () => {
  const narrow = 'interface Clears { delete(kind: KindHandle, key: any): Promise<void> }';
  test.each([
    ['an interface', `${narrow} const clear = (d: Clears) => d.delete(Secret, key); clear(c)`],
    [
      'a type of an object',
      'const clear = (d: { delete: (kind: KindHandle, key: any) => unknown }) => d.delete(Secret, key); clear(c)',
    ],
    [
      'an interface in a field',
      `${narrow} class Store { constructor(readonly d: Clears) {} clear() { return this.d.delete(Secret, key) } } new Store(c)`,
    ],
    [
      'an interface of what a package returns',
      `${narrow} import { container } from "elsewhere"; const d: Clears = c; container.bind(d); const found: Clears = container.get("d"); found.delete(Secret, key)`,
    ],
    ['any', 'const d: any = c; d.delete(Secret, key)'],
    ['any in a function', 'const clear = (d: any) => d.delete(Secret, key); clear(c)'],
    ['any in a record', 'const all: Record<string, any> = { c }; all["c"].delete(Secret, key)'],
    ['any and back', 'const clear = (d: any) => (d as Client).delete(Secret, key); clear(c)'],
    ['a Proxy', 'const d = new Proxy(c, {}); d.delete(Secret, key)'],
  ])('%s', async (_, code) => {
    expect(await permissionsOf(`declare const c: Client, key: any; ${code}; export {};`)).toEqual(['delete secrets']);
  });

  test.each([
    ['a package', 'import { sync } from "elsewhere"; await sync(c)'],
    ['a package in an object', 'import { sync } from "elsewhere"; await sync({ client: c })'],
    [
      'AsyncLocalStorage',
      'import { AsyncLocalStorage } from "node:async_hooks"; const store = new AsyncLocalStorage<{ c: Client }>(); store.run({ c }, () => (store.getStore() as any).c.delete(Secret, key))',
    ],
    ['a function as its object', 'function run(this: any) { return this.delete(Secret, key) } run.call(c)'],
    ['a prototype', 'const d = Object.create(c); d.delete(Secret, key)'],
    [
      'any that is not followed',
      'import { store } from "elsewhere"; const d: any = c; store.d = d; store.d.delete(Secret, key)',
    ],
  ])('that go to %s are reported, and can be acknowledged', async (_, code) => {
    const given = 'declare const c: Client, key: any;';
    expect(await permissionsOf(`${given} ${code}; export {};`)).toContain(' ?');
    const { dynamic } = await usesOf(`${given}\n// rbac-dynamic: of the package\n${code}; export {};`);
    expect(dynamic).toMatchObject([{ unknown: 'client', acknowledged: 'of the package' }]);
  });

  test.each([
    'console.log(c)',
    'const log = <T>(value: T): T => value; log(c)',
    'const isClient = (value: unknown): value is Client => value !== null; isClient(c)',
    'const part: Pick<Client, "restMapper"> = c; part.restMapper',
    'const clients: Client[] = []; clients.push(c)',
    'const all = new Map<string, Client>(); all.set("a", c)',
    'import { get } from "elsewhere"; get(Secret)',
  ])('nothing is reported for %s', async (code) => {
    expect(await permissionsOf(`declare const c: Client, key: any; ${code}; export {};`)).toEqual([]);
  });
});

test.each([
  ['a call', 't.send(request)', 't.send(request)'],
  ['a method that is passed on', 'const { lines } = t; run(lines)', 'lines'],
  ['a transport that is made in place', 'createTransport(config).send(request)', '.send(request)'],
  ['any', 'const o: any = t; o.send(request)', 'o.send(request)'],
])('a request of a transport is reported: %s', async (_, code, call) => {
  const { used, dynamic } =
    await usesOf(`import { createTransport, type ClusterConfig, type Transport, type TransportRequest } from '@operator-gen/runtime';
    declare const t: Transport, request: TransportRequest, config: ClusterConfig, run: (lines: Transport['lines']) => void;
    ${code}; export {};`);
  expect(used).toEqual([]);
  expect(dynamic).toMatchObject([{ unknown: 'path', verbs: [], call }]);
});

test('an index that is a constant of another file counts', async () => {
  const files = {
    'indexes.ts': "export const byNode = defineIndex(Pod, 'node', ({ spec }) => [spec?.nodeName ?? '']);",
  };
  const main = "import { byNode } from './indexes.js'; export const add = (m: Manager) => m.cache.addIndex(byNode);";
  expect(await permissionsOf(main, files)).toEqual([`${mirrored} pods`]);
});

test('a dynamic call tells what is unknown', async () => {
  const { dynamic } = await usesOf(`declare const c: Client, o: any, name: string; export {};
    c.update(o);
    c.subresource(name).update(Foo, o);
    (c as any)[name](Foo, o);`);
  expect(dynamic.map(({ unknown }) => unknown)).toEqual(['kind', 'subresource', 'method']);
});

test('the status is found by any way to name it', async () => {
  const code = (change: string) =>
    `declare const m: Manager, x: any; createOrPatch(m.apiReader, Deployment, x, ${change}); export {};`;
  for (const change of ['(d) => { d["status"] = {} }', '({ status }) => { status!.replicas = 1 }'])
    expect(await permissionsOf(code(change))).toContain('patch deployments/status.apps');
});

describe('owner references that are written by hand', () => {
  const reference = (fields: string) =>
    permissionsOf(`declare const foo: Stored<Foo>; declare const any: any; export const r = { ${fields} };`);

  test.each([
    [
      'with constants',
      "apiVersion: 'example.com/v1', kind: 'Foo', name: 'a', uid: any.uid, blockOwnerDeletion: true",
      ['update foos/finalizers.example.com'],
    ],
    [
      'of an object',
      'apiVersion: any.a, kind: any.b, name: foo.metadata.name, uid: foo.metadata.uid, blockOwnerDeletion: true',
      ['update foos/finalizers.example.com'],
    ],
    ['of anything', 'apiVersion: any.a, kind: any.b, uid: any.c, blockOwnerDeletion: any.d', ['update ?/finalizers']],
    ['that do not block', "apiVersion: 'example.com/v1', kind: 'Foo', uid: any.uid, blockOwnerDeletion: false", []],
  ])('%s', async (_, fields, expected) => {
    expect(await reference(fields)).toEqual(expected);
  });
});
