import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { userMemory } from '../../../src/base/memory/memory.js';
import { recollect, workOut } from '../../../src/base/memory/recollection.js';
import { temporaryFolder } from '../../support/tree.js';

const everything = <T>(answer: T): T => answer;

function setUp() {
  const root = temporaryFolder({ 'a.txt': 'one', 'folder/b.txt': 'two' });
  const memory = userMemory({ XDG_CACHE_HOME: temporaryFolder() })!;
  const topic = { name: 'topic', folder: root };
  return { root, memory, topic, path: (name: string) => join(root, name) };
}

it('gives back what was worked out, for as long as everything that was asked has the same answer', async () => {
  const { root, memory, topic, path } = setUp();
  const answer = { list: [undefined, -0, 'two\nlines'], shared: new Map([['key', 1n]]) };
  const work = async (host: typeof disk) => {
    host.list(root);
    host.read(path('missing'));
    host.kind(path('folder'));
    host.mode(path('a.txt'));
    return answer;
  };
  expect(recollect(memory, topic, disk)).toBeUndefined();
  await workOut(memory, topic, disk, work, everything);
  expect(recollect(memory, topic, disk)).toEqual(answer);
  // What was not asked about may change.
  disk.write(path('folder/b.txt'), 'three');
  expect(recollect(memory, topic, disk)).toEqual(answer);
  expect(recollect(memory, { ...topic, name: 'other' }, disk)).toBeUndefined();
  disk.write(path('a.txt'), 'one', 0o600);
  expect(recollect(memory, topic, disk)).toBeUndefined();
  disk.write(path('a.txt'), 'one', 0o644);
  disk.write(path('missing'), '');
  expect(recollect(memory, topic, disk)).toBeUndefined();
});

it('tells a file that is empty from one that is not there', async () => {
  const { memory, topic, path } = setUp();
  disk.write(path('a.txt'), '');
  await workOut(memory, topic, disk, async (host) => host.read(path('a.txt')), everything);
  expect(recollect(memory, topic, disk)).toBe('');
  disk.remove(path('a.txt'));
  expect(recollect(memory, topic, disk)).toBeUndefined();
});

it('keeps nothing that must not be kept, or cannot', async () => {
  const { memory, topic } = setUp();
  await workOut(
    memory,
    topic,
    disk,
    async () => 'answer',
    () => undefined,
  );
  expect(recollect(memory, topic, disk)).toBeUndefined();
  const answer = { call: () => 'a function' };
  expect(await workOut(memory, topic, disk, async () => answer, everything)).toBe(answer);
  expect(recollect(memory, topic, disk)).toBeUndefined();
});

it('keeps parts that are used many times once', async () => {
  const { memory, topic } = setUp();
  let answer: object = { text: 'innermost' };
  for (let level = 0; level < 40; level += 1) answer = { one: answer, other: answer };
  await workOut(memory, topic, disk, async () => answer, everything);
  const kept = recollect<{ readonly one: object; readonly other: object }>(memory, topic, disk)!;
  expect(kept.one === kept.other).toBe(true);
});
