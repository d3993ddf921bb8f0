import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userMemory } from '../../../src/base/memory/memory.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';

const memoryAt = (home: string) => userMemory({ XDG_CACHE_HOME: home })!;
const kept = (home: string) => join(home, 'operator-gen/runs');
const one = `manifests-${'1'.repeat(32)}`;
const two = `sources-${'2'.repeat(32)}`;
const monthAgo = new Date(Date.now() - 31 * 24 * 3_600_000);

it('keeps what it was given, for the next run', () => {
  const home = temporaryFolder();
  const memory = memoryAt(home);
  expect(memory.read(one)).toBeUndefined();
  memory.write(one, 'text');
  memory.write(one, 'newer text');
  expect(memoryAt(home).read(one)?.toString()).toBe('newer text');
  expect(snapshot(home)).toMatchObject({ [`operator-gen/runs/${one}`]: '600 newer text' });
  expect(readdirSync(kept(home))).toEqual([one]);
});

it('does without where it can neither read nor write', () => {
  const home = temporaryFolder({ 'operator-gen': 'a file where the folder belongs' });
  const memory = memoryAt(home);
  memory.write(one, 'text');
  expect(memory.read(one)).toBeUndefined();
  expect(memoryAt('/dev/null/nothing').read(one)).toBeUndefined();
});

it('forgets what was written more than a month ago, and removes nothing else', () => {
  const home = temporaryFolder();
  const memory = memoryAt(home);
  memory.write(one, 'text');
  const halfWritten = `${two}-0123456789abcdef.tmp`;
  const code = 'code-0123456789abcdef-v24.1.0-x64';
  const strange = ['mine.txt', 'holiday-2024.jpg', two.toUpperCase()];
  for (const name of [halfWritten, code, ...strange]) writeFileSync(join(kept(home), name), '');
  symlinkSync('mine.txt', join(kept(home), `link-${'3'.repeat(32)}`));
  mkdirSync(join(kept(home), `folder-${'3'.repeat(32)}`));
  for (const name of readdirSync(kept(home))) utimesSync(join(kept(home), name), monthAgo, monthAgo);
  memory.write(two, 'text');
  const left = [...strange, two, `folder-${'3'.repeat(32)}`, `link-${'3'.repeat(32)}`];
  expect(readdirSync(kept(home)).toSorted()).toEqual(left.toSorted());
});

it('names the build that runs by its files', () => {
  const { build } = memoryAt('/nowhere');
  expect(memoryAt('/elsewhere').build).toBe(build);
  expect(build).toContain('/src/base/memory/memory.ts ');
  expect(build).toContain('/package.json ');
  // The declarations of the runtime are not compared one by one.
  expect(build).toMatch(/\/dist\/api\/index\.d\.ts \d+ /);
});

describe('a cache folder that someone else prepared', () => {
  it.each(['operator-gen', 'operator-gen/runs'])('is not used where %s is a link, and nothing is removed', (link) => {
    const home = temporaryFolder();
    const theirs = temporaryFolder({ [`runs/${two}`]: 'old', [two]: 'old' });
    for (const path of [two, `runs/${two}`]) utimesSync(join(theirs, path), monthAgo, monthAgo);
    mkdirSync(join(home, link, '..'), { recursive: true });
    symlinkSync(theirs, join(home, link));
    const start = snapshot(theirs);
    const memory = memoryAt(home);
    memory.write(one, 'text');
    expect(memory.read(two)).toBeUndefined();
    expect(snapshot(theirs)).toEqual(start);
  });

  it.each([
    ['operator-gen', 0o777],
    ['operator-gen', 0o770],
    ['operator-gen/runs', 0o755],
    ['operator-gen/runs', 0o1777],
    ['.', 0o777],
  ])('is not used where %s has the mode %o', (path, mode) => {
    const home = temporaryFolder();
    const memory = memoryAt(home);
    memory.write(one, 'text');
    chmodSync(join(home, path), mode);
    expect(memory.read(one)).toBeUndefined();
    memory.write(two, 'text');
    expect(readdirSync(kept(home))).toEqual([one]);
  });

  it('is used in a folder that all may write to, as long as no one can remove what another one made', () => {
    const home = temporaryFolder();
    chmodSync(home, 0o1777);
    memoryAt(home).write(one, 'text');
    expect(memoryAt(home).read(one)?.toString()).toBe('text');
  });

  it('does not make it read through a link, or wait for a FIFO', () => {
    const home = temporaryFolder({ 'secret.txt': 'secret' });
    const memory = memoryAt(home);
    memory.write(one, 'text');
    symlinkSync(join(home, 'secret.txt'), join(kept(home), two));
    execFileSync('mkfifo', [join(kept(home), 'fifo')]);
    expect(memory.read(two)).toBeUndefined();
    expect(memory.read('fifo')).toBeUndefined();
    memory.write(two, 'text');
    expect(readFileSync(join(home, 'secret.txt'), 'utf8')).toBe('secret');
    expect(memory.read(two)?.toString()).toBe('text');
  });

  it.each(['.git/HEAD', 'PROJECT'])('is not used in a checkout, which has %s', (mark) => {
    const home = temporaryFolder({ 'deep/er/x': '' });
    memoryAt(join(home, 'deep/er')).write(one, 'text');
    mkdirSync(join(home, mark, '..'), { recursive: true });
    writeFileSync(join(home, mark), '');
    expect(memoryAt(join(home, 'deep/er')).read(one)).toBeUndefined();
  });

  it('is not used inside the project that it is for', () => {
    const root = temporaryFolder({ 'home/x': '' });
    const env = { XDG_CACHE_HOME: join(root, 'home') };
    const memory = userMemory(env, root)!;
    memory.write(one, 'text');
    expect(snapshot(root)).toEqual({ 'home/': 'folder', 'home/x': '644 ' });
    userMemory(env, `${root}/other`)?.write(one, 'text');
    expect(userMemory(env, root)!.read(one)).toBeUndefined();
  });
});

describe('an environment that names no folder', () => {
  it.each([{ HOME: 'home' }, { HOME: '.', XDG_CACHE_HOME: '.cache' }, { HOME: '/nowhere/at/all' }])('%j', (env) => {
    const folder = temporaryFolder({ 'home/x': '' });
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(userMemory(env)).toBeUndefined();
    } finally {
      process.chdir(before);
    }
    expect(snapshot(folder)).toEqual({ 'home/': 'folder', 'home/x': '644 ' });
    expect(existsSync('/nowhere')).toBe(false);
  });

  it('does not lose what was kept when the cache folder itself is a link that the user made', () => {
    const home = temporaryFolder();
    const real = temporaryFolder();
    memoryAt(real).write(one, 'text');
    symlinkSync(real, join(home, 'cache'));
    expect(memoryAt(join(home, 'cache')).read(one)?.toString()).toBe('text');
    renameSync(join(home, 'cache'), join(home, 'other'));
  });
});
