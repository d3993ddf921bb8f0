import { describe, expect, test } from 'vitest';
import { usesOf } from './support.js';

const given = `
declare const client: Client, manager: Manager, key: { name: string; namespace: string }, x: boolean;
const kinds = { ConfigMap, Secret };
`;

/** Returns the permissions of some code as `<resource> <verbs>`, with `?` after a likely resource, and the calls that are known only at run time. */
async function permissionsOf(code: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { used, dynamic } = await usesOf(`${given}${code}\nexport {};`, files);
  const open = dynamic.map(({ unknown, groups = [] }) => ['dynamic', unknown, ...groups].join(' '));
  const found = used.map(
    ({ resource, verbs, unlisted }) => `${resource}${unlisted === undefined ? '' : '?'} ${verbs.join(', ')}`,
  );
  return [...new Set([...found, ...open])].toSorted();
}

describe('a property that is changed', () => {
  test.each([
    'o.kind = Secret;',
    "o['kind'] = Secret;",
    'function set(to: { kind: KindHandle }) { to.kind = Secret; } set(o);',
    'Object.assign(o, x ? { kind: Secret } : {});',
    "Reflect.set(o, 'kind', Secret);",
    "Object.defineProperty(o, 'kind', { value: Secret });",
    "Object.defineProperty(o, 'kind', { get: () => Secret });",
    'const alias = o; alias.kind = Secret;',
    '({ Secret: o.kind } = kinds);',
  ])('%s', async (change) => {
    const code = `const o: { kind: KindHandle } = { kind: ConfigMap }; ${change} await client.delete(o.kind, key);`;
    expect(await permissionsOf(code)).toEqual(['configmaps delete', 'secrets delete']);
  });

  test.each([
    ['const o = {} as { kind: KindHandle }; o.kind = Secret;', ['secrets delete']],
    ["const o = {} as { kind: KindHandle }; Object.defineProperty(o, 'kind', { value: Secret });", ['secrets delete']],
    ['const o = {} as { kind: KindHandle };', ['dynamic kind']],
    ['interface O { kind: KindHandle } const o: O = { kind: Secret }, p: O = { kind: ConfigMap };', ['secrets delete']],
  ])('or not: %s', async (code, expected) => {
    expect(await permissionsOf(`${code} await client.delete(o.kind, key);`)).toEqual(expected);
  });

  test('of an object whose type is its own', async () => {
    const code =
      'const o = { r: manager.apiReader as Reader }; if (x) o.r = manager.client; await o.r.get(Secret, key);';
    expect(await permissionsOf(code)).toEqual(['secrets get, list, watch']);
  });

  test.each([
    ['const o: { reader: Reader } = { reader: manager.apiReader }; if (x) o.reader = manager.client;', 'o.reader'],
    [
      'class S { reader!: Reader } const o = new S(); o.reader = manager.apiReader; o["reader"] = manager.client;',
      'o.reader',
    ],
    [
      'class S { reader!: Reader } const o = new S(); o.reader = manager.apiReader; Object.assign(new S(), { reader: manager.client });',
      'o.reader',
    ],
  ])('of a client: %s', async (code, reader) => {
    expect(await permissionsOf(`${code} await ${reader}.get(Secret, key);`)).toEqual(['secrets get, list, watch']);
  });

  test('of an object that names its kind', async () => {
    const code = `const o = { apiVersion: 'v1', kind: 'ConfigMap', metadata: key }; await client.update(o);
      o.kind = 'Secret'; await client.update(o);`;
    expect(await permissionsOf(code)).toEqual(['configmaps update', 'secrets update']);
  });
});

describe('a default before a spread', () => {
  test.each([
    ['{ kind: ConfigMap as KindHandle, ...o }', ['configmaps delete', 'secrets delete']],
    ['{ ...o, kind: ConfigMap as KindHandle }', ['configmaps delete']],
  ])('%s', async (literal, expected) => {
    const code = `async function rm(o: { kind?: KindHandle } = {}) { const p = ${literal}; await client.delete(p.kind, key); }
      await rm({}); await rm({ kind: Secret });`;
    expect(await permissionsOf(code)).toEqual(expected);
  });

  test('of a client', async () => {
    const code = `async function go(o: { reader?: Reader }) { const p = { reader: manager.apiReader as Reader, ...o };
      await p.reader.get(ConfigMap, key); } await go({}); await go({ reader: manager.client });`;
    expect(await permissionsOf(code)).toEqual(['configmaps get, list, watch']);
  });
});

describe('a getter', () => {
  test('of the class itself', async () => {
    const code = `class Base { static get kind(): KindHandle { return ConfigMap; }
      async run() { await client.delete((this.constructor as typeof Base).kind, key); } } await new Base().run();`;
    expect(await permissionsOf(code)).toEqual(['configmaps delete']);
  });

  const base = (member: string) => `abstract class Base { constructor(protected c: Client) {} ${member}
    async run() { await this.c.delete(this.kind, key); } }`;
  test.each([
    ['abstract get kind(): KindHandle;', 'get kind() { return ConfigMap; }', ['configmaps delete']],
    ["get kind(): KindHandle { throw new Error('none'); }", 'get kind() { return ConfigMap; }', ['configmaps delete']],
    [
      'get kind(): KindHandle { return Secret; }',
      'get kind() { return ConfigMap; }',
      ['configmaps delete', 'secrets delete'],
    ],
    ['abstract get kind(): KindHandle;', 'override accessor kind: KindHandle = ConfigMap;', ['configmaps delete']],
    ['abstract readonly kind: KindHandle;', 'get kind() { return ConfigMap; }', ['configmaps delete']],
    ['abstract get kind(): KindHandle;', '', ['dynamic kind']],
  ])('of a base class, %s, is implemented by %s', async (abstract, own, expected) => {
    const code = `${base(abstract)} class A extends Base { ${own} } await new A(client).run();`;
    expect(await permissionsOf(code)).toEqual(expected);
  });

  test('of a part', async () => {
    const code = `abstract class Base { protected abstract get resource(): { kind: KindHandle };
      async run() { const { kind } = this.resource; await client.delete(kind, key); } }
      class A extends Base { get resource() { return { kind: Secret }; } } await new A().run();`;
    expect(await permissionsOf(code)).toEqual(['secrets delete']);
  });

  test.each(['{ get kind() { return Secret; } }', '{ kind: Secret }', 'new (class { kind = Secret })()'])(
    'of an interface is implemented by %s',
    async (value) => {
      const code = `interface S { get kind(): KindHandle } const s: S = ${value}; await client.delete(s.kind, key);`;
      expect(await permissionsOf(code)).toEqual(['secrets delete']);
    },
  );
});

describe('all implementations of an interface count', () => {
  const run = 'for (const s of all) await client.delete(s.kind(), key);';
  const both = ['configmaps delete', 'secrets delete'];
  test.each([
    [
      'a class and a function in a literal',
      `interface S { kind(): KindHandle } class A implements S { kind() { return Secret; } }
       const all: S[] = [{ kind: () => ConfigMap }, new A()]; ${run}`,
      both,
    ],
    [
      'a class and a method of a literal',
      `interface S { kind(): KindHandle } class A implements S { kind() { return Secret; } }
       const all: S[] = [{ kind() { return ConfigMap; } }, new A()]; ${run}`,
      both,
    ],
    [
      'what a factory returns',
      `interface S { kind(): KindHandle } class A implements S { kind() { return Secret; } }
       const make = (): S => ({ kind: () => ConfigMap }); const all: S[] = [make(), new A()]; ${run}`,
      both,
    ],
    [
      'a field of a class and of a literal',
      `interface S { readonly kind: KindHandle } class A implements S { readonly kind = Secret; }
       const go = (s: S) => client.delete(s.kind, key); await go(new A()); await go({ kind: ConfigMap });`,
      both,
    ],
    [
      'classes that do not say so',
      `type S = { kind: () => KindHandle }; class A implements S { kind = () => Secret; } class B { kind() { return Pod; } }
       const all: S[] = [new A(), { kind: () => ConfigMap }, new B()]; ${run}`,
      ['configmaps delete', 'pods delete', 'secrets delete'],
    ],
    [
      'an interface that extends it',
      `interface S { kind(): KindHandle } interface T extends S { n: number }
       class A implements T { n = 1; kind() { return ConfigMap; } } class B implements S { kind() { return Secret; } }
       const go = (s: S) => client.delete(s.kind(), key); await go(new A()); await go(new B());`,
      both,
    ],
    [
      'an object that is passed by its shape',
      `class R { constructor(private c: Client, private cfg: { kindFor(n: string): KindHandle }) {}
         go() { return this.c.delete(this.cfg.kindFor(key.name), key); } }
       await new R(client, { kindFor: () => ConfigMap }).go(); await new R(client, { kindFor(n) { return Secret; } }).go();`,
      both,
    ],
    [
      'an instance of a class that does not say so',
      `interface S { kind(): KindHandle } class A { kind() { return ConfigMap; } }
       const s: S = new A(); await client.delete(s.kind(), key);`,
      ['configmaps delete'],
    ],
    [
      'an inherited member',
      `interface S { kind: KindHandle } class Base { kind = ConfigMap; } class A extends Base implements S {}
       const go = (s: S) => client.delete(s.kind, key); await go(new A());`,
      ['configmaps delete'],
    ],
    [
      'parameters of a method that is called through the interface',
      `interface S { remove(kind: KindHandle): Promise<unknown> }
       class A { remove(kind: KindHandle) { return client.delete(kind, key); } }
       const b = { async remove(kind: KindHandle) { await client.update(kind, { metadata: key }); } };
       const all: S[] = [new A(), b]; for (const s of all) await s.remove(Secret);`,
      ['secrets delete', 'secrets update'],
    ],
    [
      'none',
      `interface S { kind(): KindHandle } declare const s: S; await client.delete(s.kind(), key);`,
      ['dynamic kind'],
    ],
  ])('%s', async (_, code, expected) => {
    expect(await permissionsOf(code)).toEqual(expected);
  });

  test('of one that returns a client', async () => {
    const code = `interface Clients { reader(): Client }
      class Live implements Clients { constructor(private m: Manager) {} reader() { return this.m.apiReader as Client; } }
      class R { constructor(private cs: Clients) {} go() { return this.cs.reader().get(ConfigMap, key); } }
      await new R({ reader: () => manager.client }).go(); await new R(new Live(manager)).go();`;
    expect(await permissionsOf(code)).toEqual(['configmaps get, list, watch']);
  });
});

describe('a client of an installed package', () => {
  const imports = "import { addAll, Base, getClient, takes, type Holder } from 'ws-lib';";
  test.each([
    ['that a function returns', 'await getClient().delete(Secret, key);', ['secrets delete']],
    [
      'in a field of a base class',
      'class R extends Base { async go() { await this.client.delete(Secret, key); } }',
      ['secrets delete'],
    ],
    [
      'in a field of its interface',
      'class R { constructor(readonly h: Holder) {} async go() { await this.h.client.get(Secret, key); } }',
      ['secrets get, list, watch'],
    ],
    ['that is a map', 'getClient().delete(key); getClient().get("a"); getClient().set(Secret, key);', []],
  ])('%s', async (_, code, expected) => {
    expect(await permissionsOf(`${imports}${code}`)).toEqual(expected);
  });

  test.each([
    'class R extends Base { constructor(c: Client) { super(c); } } new R(client);',
    'class R extends Base {} new R(client);',
    'addAll(manager);',
    'addAll({ manager });',
    'takes(() => client);',
    'takes(() => { return client; });',
    'takes([client]);',
  ])('a client that goes there is reported: %s', async (code) => {
    expect(await permissionsOf(`${imports}${code}`)).toEqual(['dynamic client']);
  });

  test.each([
    'class Own { constructor(c: Client) {} } class R extends Own { constructor(c: Client) { super(c); } } new R(client);',
    'function addOwn(m: Manager) { m.add({ start: async () => {} }); } addOwn(manager);',
    'const make = (): Client => client; const all = [client]; make();',
    'controllerManagedBy(manager);',
    'const { c } = { c: client }; dryRunClient(c);',
    'const { a: { c } } = { a: { c: client } }; dryRunClient(c);',
  ])('one that stays is not: %s', async (code) => {
    expect(await permissionsOf(code)).toEqual([]);
  });
});

test.each([
  ["const create: 'create' = 'create'; const { [create]: f } = client;", ['configmaps create']],
  ["const { ['create']: f } = client;", ['configmaps create']],
  ["declare const name: string; const { [name as 'create']: f } = client;", ['dynamic method']],
])('a method that is taken by a computed name: %s', async (code, expected) => {
  expect(await permissionsOf(`${code} await f(ConfigMap, { metadata: key });`)).toEqual(expected);
});

describe('the rest of a pattern', () => {
  const both = ['configmaps delete', 'secrets delete'];
  test.each([
    'const [a, ...b] = [ConfigMap, Secret] as KindHandle[]; for (const k of b) await client.delete(k, key);',
    `async function rm(c: Client, all: readonly KindHandle[]): Promise<void> {
       const [first, ...others] = all; if (first === undefined) return; await c.delete(first, key); await rm(c, others); }
     await rm(client, [ConfigMap, Secret]);`,
    'const rm = async ([first, ...others]: KindHandle[]) => { for (const k of others) await client.delete(k, key); }; rm([ConfigMap, Secret]);',
  ])('%s', async (code) => {
    expect(await permissionsOf(code)).toEqual(both);
  });
});

test('the rest of an object counts as the whole object', async () => {
  const code = 'const { Pod: a, ...rest } = { Pod, ...kinds } as Record<string, KindHandle>;';
  const loop = 'for (const k of Object.values(rest)) await client.delete(k, key);';
  expect(await permissionsOf(`${code} ${loop}`)).toEqual(['configmaps delete', 'pods delete', 'secrets delete']);
});

test('kinds in a tree', async () => {
  const code = `interface N { kind?: KindHandle; children?: N[] }
    const tree: N = { children: [{ kind: ConfigMap, children: [{ kind: Secret }] }] };
    async function walk(c: Client, n: N): Promise<void> {
      if (n.kind) await c.delete(n.kind, key); for (const each of n.children ?? []) await walk(c, each); }
    await walk(client, tree);`;
  expect(await permissionsOf(code)).toEqual(['configmaps delete', 'secrets delete']);
});

describe('a kind that is not found', () => {
  test('is dynamic', async () => {
    const code = 'let k: KindHandle | undefined; setTimeout(() => { k = undefined; }); await client.delete(k!, key);';
    expect(await permissionsOf(code)).toEqual(['dynamic kind']);
  });

  test('in a function that nothing calls is not reported', async () => {
    const code = 'export async function remove(kind: KindHandle) { await client.delete(kind, key); }';
    expect(await permissionsOf(code)).toEqual([]);
  });

  test('through a thousand functions is dynamic, and stops nothing', async () => {
    const steps = Array.from({ length: 1000 }, (_, i) => `const f${i + 1} = (k: KindHandle) => f${i}(k);`);
    const code = `const f0 = (k: KindHandle) => client.delete(k, key); ${steps.join('\n')} await f1000(ConfigMap); await client.delete(Secret, key);`;
    expect(await permissionsOf(code)).toEqual(['dynamic kind', 'secrets delete']);
  });

  test('through a hundred functions is found', async () => {
    const steps = Array.from({ length: 100 }, (_, i) => `const f${i + 1} = (k: KindHandle) => f${i}(k);`);
    const code = `const f0 = (k: KindHandle) => client.delete(k, key); ${steps.join('\n')} await f100(ConfigMap);`;
    expect(await permissionsOf(code)).toEqual(['configmaps delete']);
  });
});

describe('a kind that only its name in a literal tells', () => {
  const monitor = "{ apiVersion: 'monitoring.coreos.com/v1', kind: 'ServiceMonitor', metadata: key }";
  const ingress = "{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: key }";
  test.each([
    ['a built-in kind that is not imported', `await client.apply(${ingress});`, ['ingresses patch, create']],
    [
      'in a function',
      `const make = () => (${ingress}); await client.create(make()); await client.delete(make());`,
      ['ingresses create', 'ingresses delete'],
    ],
    [
      'in a type',
      "declare const o: { apiVersion: 'batch/v1'; kind: 'Job'; metadata: {} }; await client.update(o);",
      ['jobs update'],
    ],
    [
      'by parts',
      "for (const kind of ['Job', 'CronJob']) await client.delete({ apiVersion: `batch/${'v1'}`, kind, metadata: key });",
      ['cronjobs delete', 'jobs delete'],
    ],
    [
      'in another version',
      "await client.delete({ apiVersion: 'example.com/v2', kind: 'Foo', metadata: key });",
      ['foos delete'],
    ],
    [
      'through kindOf',
      "await client.get(await client.kindOf({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' }), key);",
      ['poddisruptionbudgets get, list, watch'],
    ],
    [
      'through the mapper of kinds',
      "await client.delete(defineResource(await client.restMapper.resourceFor({ group: 'batch', kind: 'Job' })), key);",
      ['jobs delete'],
    ],
    [
      'through the mapper of resources',
      "await client.delete(defineResource(await client.restMapper.kindFor({ group: 'a.io', resource: 'pots' })), key);",
      ['pots delete'],
    ],
    [
      'in an owner reference',
      "const ref = { apiVersion: 'batch/v1', kind: 'Job', name: 'a', uid: 'b', blockOwnerDeletion: true };",
      ['jobs/finalizers update'],
    ],
    ['of which nothing tells the resource', `await client.apply(${monitor});`, ['servicemonitors? patch, create']],
    [
      'of which nothing tells the resource, with a handle',
      `const kind = await client.kindOf(${monitor}); await client.status.patch(kind, key, {}); await createOrUpdate(manager.apiReader, kind, { metadata: key }, () => {});`,
      ['servicemonitors/status? patch', 'servicemonitors? get, create, update'],
    ],
    [
      'of which nothing tells the resource, in a type',
      "interface O { apiVersion: 'a.io/v1'; kind: 'Thing'; metadata: {} } declare const o: O; await client.update(o);",
      ['things? update'],
    ],
    ['that is not one', "await client.delete({ apiVersion: 'a/b/v1', kind: 'C', metadata: key });", ['dynamic kind']],
    [
      'of a group that is known',
      "declare const kind: string; await client.delete({ apiVersion: 'apps/v1', kind, metadata: key });",
      ['dynamic kind apps'],
    ],
    [
      'of groups that are known',
      "declare const kind: string; for (const apiVersion of ['v1', 'apps/v1']) await client.delete({ apiVersion, kind, metadata: key });",
      ['dynamic kind  apps'],
    ],
    [
      'of any group',
      "declare const o: any; const all = [{ apiVersion: 'apps/v1', kind: o.kind, metadata: key }, o]; for (const each of all) await client.delete(each);",
      ['dynamic kind'],
    ],
  ])('%s', async (_, code, expected) => {
    expect(await permissionsOf(code)).toEqual(expected);
  });

  test.each([
    "defineResource({ group: 'monitoring.coreos.com', version: 'v1', kind: 'ServiceMonitor', plural: 'service-mons', scope: 'Namespaced' })",
    "defineResource({ ...gv, version: 'v2', kind: 'ServiceMonitor', plural: 'service-mons', scope: 'Namespaced' })",
  ])('whose handle is in a file that nothing imports: %s', async (handle) => {
    const file = `const gv = { group: 'monitoring.coreos.com', version: 'v1' } as const; export const ServiceMonitor = ${handle};`;
    expect(await permissionsOf(`await client.apply(${monitor});`, { 'external/monitor.ts': file })).toEqual([
      'service-mons patch, create',
    ]);
  });
});

describe('an owner reference that blocks the deletion later', () => {
  const made = "import { ownerReference } from '@operator-gen/runtime'; declare const foo: Stored<Foo>;";
  test.each([
    'const ref = ownerReference(Foo, foo); ref.blockOwnerDeletion = true;',
    'const ref = ownerReference(Foo, foo); if (x) ref.blockOwnerDeletion = x;',
    'const ref = { ...ownerReference(Foo, foo), blockOwnerDeletion: true };',
    "const ref = { apiVersion: 'example.com/v1', kind: 'Foo', name: 'a', uid: 'b', blockOwnerDeletion: false }; ref.blockOwnerDeletion = true;",
    'const options = { blockOwnerDeletion: false }; if (x) options.blockOwnerDeletion = true; const ref = ownerReference(Foo, foo, options);',
  ])('%s', async (code) => {
    expect(await permissionsOf(`${made} ${code}`)).toEqual(['foos/finalizers update']);
  });

  test.each([
    'const ref = ownerReference(Foo, foo); ref.blockOwnerDeletion = false;',
    'const ref = { ...ownerReference(Foo, foo), blockOwnerDeletion: false };',
    'const options = { blockOwnerDeletion: true };',
  ])('or not: %s', async (code) => {
    expect(await permissionsOf(`${made} ${code}`)).toEqual([]);
  });
});
