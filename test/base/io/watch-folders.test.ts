import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { watchFolders, type Watch } from '../../../src/base/io/watch-folders.js';
import { temporaryFolder } from '../../support/tree.js';

function watching(root: string, isWanted = (_path: string): boolean => true): Watch {
  const changes = watchFolders(
    [
      { path: join(root, 'src'), deep: true },
      { path: root, deep: false },
    ],
    isWanted,
  );
  onTestFinished(() => changes.close());
  return changes;
}

/** Waits until a file was told of, whatever else is. */
async function expectChange(changes: Watch, path: string): Promise<void> {
  while (!(await changes.next()).includes(path));
}

it('outlives folders that live for a moment', async () => {
  const root = temporaryFolder({ 'src/a.ts': '' });
  const changes = watching(root);
  // In another process, so that a folder goes between two calls of ours.
  const script = `for (let round = 0; round < 3000; round += 1) {
    fs.mkdirSync('src/short/lived', { recursive: true });
    fs.rmSync('src/short', { recursive: true });
  }`;
  await promisify(execFile)(process.execPath, ['-e', script], { cwd: root });
  mkdirSync(join(root, 'src/short/lived'), { recursive: true });
  writeFileSync(join(root, 'src/short/lived/b.ts'), '');
  await expectChange(changes, join(root, 'src/short/lived/b.ts'));
});

it.each(['src', 'src/inner'])('watches the folder that takes the place of %s', async (name) => {
  const root = temporaryFolder({ 'src/inner/a.ts': '', 'other/inner/a.ts': '', 'other/a.ts': '' });
  const changes = watching(root);
  renameSync(join(root, name), join(root, 'old'));
  renameSync(join(root, 'other'), join(root, name));
  await expectChange(changes, join(root, name, 'a.ts'));
  writeFileSync(join(root, name, 'a.ts'), 'new');
  await expectChange(changes, join(root, name, 'a.ts'));
});

it('does not wait for what no one wants', async () => {
  const root = temporaryFolder({ 'src/a.ts': '' });
  const changes = watching(root, (path) => path.endsWith('.ts'));
  const noise = setInterval(() => writeFileSync(join(root, 'log'), 'more'), 1);
  onTestFinished(() => clearInterval(noise));
  writeFileSync(join(root, 'src/a.ts'), 'new');
  expect(await changes.next()).toEqual([join(root, 'src/a.ts')]);
});
