import { describe, expect, test } from 'vitest';
import { usesOf } from './support.js';

const given = `
declare const client: Client, manager: Manager, key: { name: string; namespace: string }, x: boolean;
const kinds = { ConfigMap, Secret };
`;

/** Returns the permissions of some code as `<resource> <verbs>`, and the calls that are known only at run time. */
async function permissionsOf(code: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { used, dynamic } = await usesOf(`${given}${code}\nexport {};`, files);
  const found = used.map(({ resource, verbs }) => `${resource} ${verbs.join(', ')}`);
  return [...new Set([...found, ...dynamic.map(({ unknown }) => `dynamic ${unknown}`)])].toSorted();
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
