import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
});
