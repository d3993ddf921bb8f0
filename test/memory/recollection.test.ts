import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../src/io/disk.js';
import { userMemory } from '../../src/memory/memory.js';
import { recollect, workOut } from '../../src/memory/recollection.js';
import { temporaryFolder } from '../support/tree.js';

const everything = <T>(answer: T): T => answer;

function setUp() {
  const root = temporaryFolder({ 'a.txt': 'one', 'folder/b.txt': 'two' });
  const memory = userMemory({ XDG_CACHE_HOME: temporaryFolder() })!;
  const topic = { name: 'topic', folder: root };
  return { root, memory, topic, path: (name: string) => join(root, name) };
}

it('gives back what was worked out, for as long as everything that was asked has the same answer', async () => {
  const { root, memory, topic, path } = setUp();
  const answer = { list: [null, 0.5, '\ud800', 'two\nlines'], ['__proto__']: { empty: {} } };
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
});

it.each([
  ['a function', () => 'text'],
  ['a map', new Map([['key', 1]])],
  ['a number that JSON lacks', Number.NaN],
  ['a negative zero', -0],
  ['a bigint', 1n],
  ['a hole in a list', [undefined]],
])('keeps nothing that JSON would change: %s', async (_, part) => {
  const { memory, topic } = setUp();
  const answer = { part };
  expect(await workOut(memory, topic, disk, async () => answer, everything)).toBe(answer);
  expect(recollect(memory, topic, disk)).toBeUndefined();
});
