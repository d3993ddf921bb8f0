import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { printRun, thisRun } from '../../../src/base/io/run.js';
import { filesOf } from '../../../src/features/cluster/files.js';
import { readDescription } from '../../../src/features/cluster/description.js';
import { withLock } from '../../../src/features/cluster/lock.js';
import { removeLeftovers } from '../../../src/features/cluster/remove.js';
import { temporaryFolder } from '../../support/tree.js';

/** A process that has ended. */
const ended = { ...thisRun(), pid: 2 ** 22 + 1 };

describe('the lock of a cluster', () => {
  it('is held by one at a time', async () => {
    const folder = temporaryFolder();
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await sleep(20);
      log.push(`${name} ends`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => withLock(folder, 'dev', work(name))));
    for (let index = 0; index < log.length; index += 2) {
      expect(log[index + 1]).toBe(log[index]!.replace('begins', 'ends'));
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is independent of other clusters', async () => {
    const folder = temporaryFolder();
    await withLock(folder, 'one', () => withLock(folder, 'other', async () => undefined));
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of a command that has ended', printRun(ended)],
    ['that is empty', ''],
    ['that is damaged', 'x'],
  ])('is taken over from one %s', async (_, text) => {
    const folder = temporaryFolder();
    if (text === printRun(ended)) symlinkSync(text, join(folder, 'dev.lock'));
    else writeFileSync(join(folder, 'dev.lock'), text);
    expect(await withLock(folder, 'dev', async () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'dev.lock'));
    expect(await withLock(folder, 'dev', async () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is given back by work that fails', async () => {
    const folder = temporaryFolder();
    await expect(withLock(folder, 'dev', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('what killed commands have left is deleted, and nothing else', () => {
  const folder = temporaryFolder();
  const names = [`.removed-${printRun(ended)}`, `.new-${printRun(ended)}`, `dev.lock.${printRun(ended)}`];
  const kept = ['dev', 'dev.failed.log', `.new-${printRun({ ...ended, pid: process.ppid })}`, '.removed-x'];
  for (const name of [...names, ...kept, `dev.lock.${printRun(ended)}.stale`]) writeFileSync(join(folder, name), '');
  removeLeftovers(folder);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
});

it.each(['', '{', '{}', '{"name":"dev","port":1}', 'null'])('the description %j is damaged', (text) => {
  const files = filesOf(temporaryFolder({ 'cluster.json': text }));
  expect(() => readDescription(files)).toThrow('is damaged');
});

it('a cluster without a folder has no description', () => {
  expect(readDescription(filesOf(join(temporaryFolder(), 'none')))).toBeUndefined();
});
