import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObject } from './read-object.js';

describe('readObject', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-object-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function read(text: string): Promise<object> {
    const path = join(folder, 'object.yaml');
    await writeFile(path, text);
    return readObject(path);
  }

  it('reads YAML and JSON, whatever comments stand around', async () => {
    const pod = { kind: 'Pod', metadata: { name: 'a' } };
    expect(await read('# A sample.\n---\nkind: Pod\nmetadata:\n  name: a\n---\n# The end.\n')).toEqual(pod);
    expect(await read(JSON.stringify(pod))).toEqual(pod);
  });

  it.each([
    ['kind: A\n---\nkind: B\n', 'object.yaml does not hold exactly one object'],
    ['# nothing\n', 'object.yaml does not hold exactly one object'],
    ['just text\n', 'object.yaml does not hold exactly one object'],
    ['[kind: [}\n', /object\.yaml: .*at line 1/s],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  const order = (spec: object, version = 'v1'): string =>
    JSON.stringify({ apiVersion: `shop.example.com/${version}`, kind: 'Order', metadata: { name: 'a' }, spec });

  /** Returns a definition with a version for each size, which is the default there. */
  function definition(sizes: Record<string, number>): object {
    const line = { type: 'object', properties: { amount: { type: 'integer', default: 1 } } };
    const versions = Object.entries(sizes).map(([name, size]) => ({
      ...{ name, served: true, storage: name === 'v1' },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              default: {},
              properties: {
                size: { type: 'integer', default: size },
                note: { type: 'string', nullable: true, default: 'none' },
                comment: { type: 'string' },
                lines: { type: 'array', items: line },
                byName: { type: 'object', additionalProperties: line },
                anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
          },
        },
      },
    }));
    const spec = {
      group: 'shop.example.com',
      scope: 'Namespaced',
      names: { plural: 'orders', kind: 'Order' },
      versions,
    };
    return { kind: 'CustomResourceDefinition', metadata: { name: 'orders.shop.example.com' }, spec };
  }

  async function readWith(text: string, crds: readonly object[]): Promise<{ spec?: unknown }> {
    const path = join(folder, 'with-crds.json');
    await writeFile(path, text);
    return readObject(path, { crds });
  }

  it.each([
    ['what is left out', {}, { size: 3, note: 'none' }],
    [
      'what is in lists and records',
      { lines: [{}], byName: { a: {} } },
      { lines: [{ amount: 1 }], byName: { a: { amount: 1 } } },
    ],
    ['a null that may not be there', { size: null, comment: null }, { size: 3, note: 'none' }],
    ['no null that may be there', { note: null, anything: { a: null } }, { note: null, anything: { a: null } }],
    ['nothing that is given', { size: 0, note: '' }, { size: 0, note: '' }],
  ])('fills in %s', async (_, spec, expected) => {
    const { spec: filled } = await readWith(order(spec), [definition({ v1: 3 })]);
    expect(filled).toMatchObject(expected);
    expect(filled).not.toHaveProperty('comment');
  });

  it('fills in a whole part that has a default', async () => {
    const text = JSON.stringify({ apiVersion: 'shop.example.com/v1', kind: 'Order', metadata: { name: 'a' } });
    expect((await readWith(text, [definition({ v1: 3 })])).spec).toEqual({ size: 3, note: 'none' });
  });

  it('goes by the version of the object, and refuses one that the definition does not have', async () => {
    const crds = [definition({ v1: 3, v2: 5 })];
    expect((await readWith(order({}, 'v2'), crds)).spec).toMatchObject({ size: 5 });
    await expect(readWith(order({}, 'v3'), crds)).rejects.toThrow('has no v3: run operator-gen manifests');
  });

  it('leaves objects of other kinds as they are', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: {} };
    expect(await readWith(JSON.stringify(pod), [definition({ v1: 3 })])).toEqual(pod);
  });

  it('finds the definitions of the project that has the file, whatever the working directory', async () => {
    const project = join(folder, 'project');
    await mkdir(join(project, 'config/crd/bases'), { recursive: true });
    await mkdir(join(project, 'config/samples'), { recursive: true });
    await writeFile(join(project, 'config/crd/bases/orders.yaml'), JSON.stringify(definition({ v1: 7 })));
    const sample = join(project, 'config/samples/order.yaml');
    await writeFile(sample, order({}));
    expect(await readObject(sample)).toMatchObject({ spec: { size: 7 } });
  });
});
