import { describe, expect, test } from 'vitest';
import { usesOf } from './support.js';

const given = `
declare const c: Client, request: { name: string; namespace: string }, opts: { name?: string; namespace?: string };
declare function mutate(key: { name: string }): void;
declare const field: 'name' | 'namespace';
`;

/** Returns the names and namespaces that the requests for ConfigMaps of some code are limited to. */
async function limitsOf(code: string): Promise<readonly string[]> {
  const { used } = await usesOf(`${given}${code}; export {};`);
  const own = used.filter(({ resource }) => resource === 'configmaps');
  return own.map(({ resourceName = '*', namespace = '*' }) => `${namespace}/${resourceName}`);
}

describe('an object that is changed does not limit the permission', () => {
  test.each([
    'k.name = request.name',
    "k['name'] = request.name",
    'k.name += request.name',
    'k[field] = request.name',
    'mutate(k)',
    'mutate({ ...k, nested: k } as never)',
    'const all = [k]; all.forEach(mutate)',
    'Object.assign(k, request)',
    "Reflect.set(k, 'name', request.name)",
    "Object.defineProperty(k, 'name', { value: request.name })",
    'const alias = k; alias.name = request.name',
    'const { ...copy } = request; const other = copy.name ? k : copy; other.name = request.name',
    'if (request.name) k.name = request.name',
    '({ name: k.name } = request)',
    '[k.name] = [request.name]',
  ])('%s', async (change) => {
    const code = `const k = { name: 'a', namespace: 'b' }; ${change}; await c.delete(ConfigMap, k)`;
    expect(await limitsOf(code)).toEqual(['*/*']);
  });

  test.each([
    's.metadata.name = `${request.name}-a`',
    's.metadata!.name = request.name',
    's.metadata = { ...request }',
    'const { metadata } = s; metadata.name = request.name',
    'const m = s.metadata; m.name = request.name',
    'const copy = { ...s }; copy.metadata.name = request.name',
    'mutate(s.metadata)',
  ])('in its metadata: %s', async (change) => {
    const code = `const s = { metadata: { name: 'a', namespace: 'b' } }; ${change}; await c.update(ConfigMap, s)`;
    expect(await limitsOf(code)).toEqual(['*/*']);
  });

  test('of another module', async () => {
    const main = `${given}import { key } from './key.js'; await c.delete(ConfigMap, key); export {};`;
    const files = { 'key.ts': "export const key = { name: 'a', namespace: 'b' };" };
    const { used } = await usesOf(main, files);
    expect(used).toMatchObject([{ resourceName: 'a', namespace: 'b' }]);
    const changed = await usesOf(main, { ...files, 'other.ts': "import { key } from './key.js'; key.name = 'c';" });
    expect(changed.used[0]).not.toHaveProperty('resourceName');
  });

  test.each([
    "{ name: 'a', namespace: 'b', ...opts }",
    "{ name: 'a', namespace: 'b', ...(request.name ? { name: request.name, namespace: '' } : {}) }",
    "{ name: 'a', namespace: 'b', [field]: request.name }",
    "{ name: 'a', namespace: 'b', ...(opts as any) }",
    "{ name: 'a', namespace: 'b', ...(opts as Record<string, string>) }",
  ])('nor does a default: %s', async (key) => {
    expect(await limitsOf(`await c.delete(ConfigMap, ${key} as never)`)).toEqual(['*/*']);
  });
});

describe('an object that stays as it is limits the permission', () => {
  test.each([
    ['', "{ name: 'a', namespace: 'b' }"],
    ['', "{ ...opts, name: 'a', namespace: 'b' }"],
    ['', "{ name: 'a', namespace: 'b', ...{ other: 1 } }"],
    ["const k = { name: 'a', namespace: 'b' };", 'k'],
    ["const k = { 'name': 'a', \"namespace\": 'b' } as const; mutate(k);", 'k'],
    ["const k = { name: 'a', namespace: 'b' }; console.log(k, `${k.name}`); if (k.name === 'x') throw k.name;", 'k'],
    [
      "const k = { name: 'a', namespace: 'b' }; const { name } = { ...k }; const other = structuredClone(k); other.name = name;",
      'k',
    ],
    ["const k = { name: 'a', namespace: 'b' }; const found = await c.getOrNull(ConfigMap, k);", 'k'],
  ])('%s %s', async (before, key) => {
    expect((await limitsOf(`${before} await c.delete(ConfigMap, ${key})`)).at(-1)).toBe('b/a');
  });
});
