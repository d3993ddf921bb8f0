import { describe, expect, test } from 'vitest';
import { permissionsOf } from './support.js';

const given = `
declare const client: Client, manager: Manager, x: boolean, key: { name: string; namespace: string };
import { ClusterRole, Role } from '@operator-gen/runtime/k8s/rbac/v1';
`;

/** Returns the resources for which code has a verb, with `?` for those that are known only at run time. */
async function resourcesWith(verb: string, code: string): Promise<readonly string[]> {
  const found = await permissionsOf(`${given}${code}\nexport {};`);
  const resources = found.flatMap((each) => {
    const [verbs = '', resource = ''] = each.split(' ');
    return verbs.split(',').includes(verb) ? [resource.split('.')[0]!] : [];
  });
  return [...new Set(resources)].toSorted();
}

const each = (body: string): string => `for (const kind of [Pod, ConfigMap]) { ${body} }`;
const generic = (
  result: string,
): string => `async function read<T extends KubernetesObject>(kind: KindHandle<T>)${result} {
  return client.get(kind, key); }`;

// TypeScript has one kind as the type of the objects.
describe('the objects of a request for several kinds have all of them', () => {
  test.each([
    each('const { items } = await client.list(kind); for (const item of items) await client.delete(item);'),
    each('for (const item of (await client.list(kind, { namespace: "a" })).items) await client.delete(item);'),
    each('const o = await client.getOrNull(kind, key); if (o !== null) await client.delete(o);'),
    each('let items; ({ items } = await client.list(kind)); await client.delete(items[0]!);'),
    each('const { items: [first] } = await client.list(kind); await client.delete(first!);'),
    each(
      'const { object } = await createOrUpdate(client, kind, { metadata: key }, () => {}); await client.delete(object);',
    ),
    each('await client.list(kind).then(({ items }) => Promise.all(items.map((item) => client.delete(item))));'),
    each('await rm(await client.get(kind, key));') + 'async function rm(o: Stored<Pod>) { await client.delete(o); }',
    each(
      'controllerManagedBy(manager).watches(kind, async (o) => { await client.delete(o as Stored<Pod>); return []; });',
    ),
    each(
      'const informer = await manager.cache.getInformer(kind); await client.delete(informer.list()[0] as Stored<Pod>);',
    ),
    each('await client.delete(await read(kind));') + generic(''),
    each('await client.delete(await read(kind));') + generic(': Promise<Stored<T>>'),
    `for (const [kind, name] of [[Pod, 'a'], [ConfigMap, 'b']] as const) {
      const o = await client.getOrNull(kind, { name, namespace: 'c' }); if (o) await client.delete(o); }`,
    `for (const { kind } of [{ kind: Pod, n: 1 }, { kind: ConfigMap, n: 2 }]) await client.delete(await client.get(kind, key));`,
    `const all = await Promise.all([Pod, ConfigMap].map((kind) => client.getOrNull(kind, key)));
      for (const o of all) if (o) await client.delete(o);`,
    `const all = await Promise.all([Pod, ConfigMap].map((kind) => client.list(kind)));
      for (const o of all.flatMap(({ items }) => items.filter(() => x))) await client.delete(o);`,
    `const all = []; ${each('all.push(...(await client.list(kind)).items);')} await client.delete(all.find(() => x)!);`,
    `async function* all() { ${each('yield* (await client.list(kind)).items;')} } for await (const o of all()) await client.delete(o);`,
    `class Sweep { kinds = [Pod, ConfigMap]; async run() { for (const kind of this.kinds) await client.delete(await client.get(kind, key)); } }
      new Sweep().run();`,
    `class Loader<T extends KubernetesObject> { constructor(readonly kind: KindHandle<T>) {} load() { return client.get(this.kind, key); } }
      for (const each of [Pod, ConfigMap].map((kind) => new Loader(kind))) await client.delete(await each.load());`,
    `declare function inBatches<E>(list: readonly E[]): E[][];
      ${each('for (const [o] of inBatches((await client.list(kind)).items)) await client.delete(o!);')}`,
    `declare function inParallel<E, R>(list: readonly E[], f: (one: E) => Promise<R>): Promise<R[]>;
      for (const o of await inParallel([Pod, ConfigMap], (kind) => client.get(kind, key))) await client.delete(o);`,
  ])('%s', async (code) => {
    expect(await resourcesWith('delete', code)).toEqual(['configmaps', 'pods']);
  });

  test.each([
    ['update', each('const o = await client.get(kind, key); o.metadata.labels = {}; await client.update(o);')],
    [
      'patch',
      `const kinds = [Pod, ConfigMap]; const all = await Promise.all(kinds.map((kind) => client.getOrNull(kind, key)));
        for (const o of all) if (o) await client.patch(o, { metadata: {} });`,
    ],
    ['delete', each('await client.delete(await client.patch(kind, key, {}));')],
  ])('%s: %s', async (verb, code) => {
    expect(await resourcesWith(verb, code)).toEqual(['configmaps', 'pods']);
  });
});

// A ClusterRole has all fields of a Role.
describe('of two kinds of which one has all fields of the other, both count', () => {
  test.each([
    'for (const kind of [Role, ClusterRole]) await client.delete(kind, key);',
    'for (const kind of new Set([Role, ClusterRole])) await client.delete(kind, key);',
    'const kinds = [Role]; kinds.push(ClusterRole); for (const kind of kinds) await client.delete(kind, key);',
    'for (const { kind } of [{ kind: Role, n: 1 }, { kind: ClusterRole, n: 2 }]) await client.delete(kind, key);',
    'const all = new Map([["a", Role], ["b", ClusterRole]] as const); await client.delete(all.get("a")!, key);',
    'await client.delete(x ? Role : ClusterRole, key);',
    'let kind = Role; if (x) kind = ClusterRole; await client.delete(kind, key);',
    'const kindOf = () => { if (x) return Role; return ClusterRole; }; await client.delete(kindOf(), key);',
    'function rm(kind: KindHandle<Role>) { return client.delete(kind, key); } rm(Role); rm(ClusterRole);',
    'for (const kind of [Role, ClusterRole]) await client.delete(await client.get(kind, key));',
    'await client.delete(x ? await client.get(Role, key) : await client.get(ClusterRole, key));',
    'let o = await client.get(Role, key); if (x) o = await client.get(ClusterRole, key); await client.delete(o);',
    'const all = [...(await client.list(Role)).items, ...(await client.list(ClusterRole)).items]; for (const o of all) await client.delete(o);',
    'const steps = { role: () => client.get(Role, key), all: () => client.get(ClusterRole, key) }; for (const step of Object.values(steps)) await client.delete(await step());',
  ])('%s', async (code) => {
    expect(await resourcesWith('delete', code)).toEqual(['clusterroles', 'roles']);
  });
});

describe('a kind that an object does not have does not count', () => {
  test.each([
    ['configmaps', 'const pod = await client.get(Pod, key); await client.delete(await client.get(ConfigMap, key));'],
    [
      'pods',
      'for (const kind of [Pod]) await client.delete(await client.get(kind, key)); await client.get(ConfigMap, key);',
    ],
    ['pods', `${each('await client.list(kind);')} await client.delete(await client.get(Pod, key));`],
    ['configmaps', `${generic('')} await read(Pod); await client.delete(await read(ConfigMap));`],
    [
      'configmaps',
      'const [, o] = await Promise.all([client.get(Pod, key), client.get(ConfigMap, key)]); await client.delete(o);',
    ],
    [
      'clusterroles',
      'const [, o] = await Promise.all([client.get(Role, key), client.get(ClusterRole, key)]); await client.delete(o);',
    ],
    [
      'clusterroles',
      'const all = { a: await client.get(Role, key), b: await client.get(ClusterRole, key) }; await client.delete(all.b);',
    ],
    [
      'configmaps',
      'const o = x ? await client.get(Pod, key) : await client.get(ConfigMap, key); if ("data" in o) await client.delete(o);',
    ],
    [
      'pods',
      `const isPod = (o: object): o is Stored<Pod> => x; const all = [await client.get(Pod, key), await client.get(ConfigMap, key)];
        for (const o of all.filter((each) => isPod(each))) if (isPod(o)) await client.delete(o);`,
    ],
    [
      'configmaps',
      `class Store<T> { all: T[] = []; add(o: T) { this.all.push(o); } }
        const pods = new Store<Stored<Pod>>(), maps = new Store<Stored<ConfigMap>>();
        pods.add(await client.get(Pod, key)); maps.add(await client.get(ConfigMap, key)); await client.delete(maps.all[0]!);`,
    ],
    [
      'configmaps',
      `async function owned<O, T extends KubernetesObject>(owner: O, kind: KindHandle<T>) { return client.get(kind, key); }
        await client.delete(await owned(await client.get(Foo, key), ConfigMap));`,
    ],
    [
      'pods',
      `async function load(): Promise<[Stored<Pod>, KubernetesObject]> { return [await client.get(Pod, key), await client.get(Foo, key)]; }
        const [pod] = await load(); await client.delete(pod);`,
    ],
    [
      'pods',
      `interface State { pod: Stored<Pod>; owner: KubernetesObject } const rm = ({ pod }: State) => client.delete(pod);
        await rm({ pod: await client.get(Pod, key), owner: await client.get(Foo, key) });`,
    ],
  ])('only %s: %s', async (kind, code) => {
    expect(await resourcesWith('delete', code)).toEqual([kind]);
  });

  test('unless a condition compares handles, which does not change the type of the object', async () => {
    const code = each('const o = await client.get(kind, key); if (kind === Pod) await client.delete(o);');
    expect(await resourcesWith('delete', code)).toEqual(['configmaps', 'pods']);
  });

  test('although a function returns what it is given', async () => {
    const code = `for (const kind of [Pod, ConfigMap]) await createOrUpdate(client, kind, { metadata: key }, (o) => {
      void client.delete(o as Stored<Pod>); return [o]; });`;
    expect(await resourcesWith('delete', code)).toEqual(['configmaps', 'pods']);
  });
});
