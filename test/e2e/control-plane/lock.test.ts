import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/tree.js';
import { withLock } from './lock.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'deeper', '.lock');
});

test('the second waits for the first, and shows which process it waits for', async () => {
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} starts`);
    await sleep(50);
    events.push(`${name} ends`);
  };
  const first = withLock(path, () => {}, work('first'));
  const second = withLock(path, (pid) => events.push(`second waits for ${pid}`), work('second'));
  await Promise.all([first, second]);
  const order = ['first starts', `second waits for ${process.pid}`, 'first ends', 'second starts', 'second ends'];
  expect(events).toEqual(order);
  expect(existsSync(path)).toBe(false);
});

test('the lock of a dead process is taken over', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await withLock(
    path,
    () => {},
    async () => {},
  );
  writeFileSync(path, String(dead));
  const waits: number[] = [];
  expect(
    await withLock(
      path,
      (pid) => waits.push(pid),
      async () => 'done',
    ),
  ).toBe('done');
  expect(waits).toEqual([]);
});

test('is released when the work fails', async () => {
  const failing = withLock(
    path,
    () => {},
    () => Promise.reject(new Error('broken')),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(existsSync(path)).toBe(false);
});
