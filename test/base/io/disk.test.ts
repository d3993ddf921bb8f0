import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { FileRefused } from '../../../src/base/io/file-refused.js';
import { temporaryFolder } from '../../support/tree.js';

const errorOf = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

const reasonOf = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return error.reason;
  }
};

function sparseFile(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

describe('the disk', () => {
  it('says what stands at a path itself', async () => {
    const root = temporaryFolder({ file: '', 'folder/x': '' });
    symlinkSync('folder', join(root, 'link'));
    symlinkSync('nowhere', join(root, 'dangling'));
    const server = createServer().listen(join(root, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const kinds = ['file', 'folder', 'link', 'dangling', 'socket', 'none', 'file/below'].map((name) =>
      disk.kind(join(root, name)),
    );
    expect(kinds).toEqual(['file', 'directory', 'symlink', 'symlink', 'other', 'missing', 'missing']);
  });

  it('reads text, and nothing where there is no file; a folder is not a file', () => {
    const root = temporaryFolder({ file: 'ä\r\n' });
    expect(disk.read(join(root, 'file'))).toBe('ä\r\n');
    expect(disk.read(join(root, 'none'))).toBeUndefined();
    expect(disk.read(join(root, 'file/below'))).toBeUndefined();
    expect(disk.read(root)).toBeUndefined();
  });

  it.each([
    ['a link', (path: string) => symlinkSync('/etc/passwd', path), 'link'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'link'],
    ['a FIFO, without waiting', (path: string) => execFileSync('mkfifo', [path]), 'not-regular'],
    ['a file that is too large', (path: string) => sparseFile(path, 16 * 1024 * 1024 + 1), 'too-large'],
  ])('refuses %s', (_, make, reason) => {
    const path = join(temporaryFolder(), 'file');
    make(path);
    expect(reasonOf(() => disk.read(path))).toBe(reason);
  });

  it('refuses a socket and a device', async () => {
    const path = join(temporaryFolder(), 'socket');
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    expect(reasonOf(() => disk.read(path))).toBe('not-regular');
    expect(reasonOf(() => disk.read('/dev/zero'))).toBe('not-regular');
  });

  it.each([
    ['PROJECT', 1],
    ['a.yaml', 4],
    ['a.ts', 16],
  ])('reads %s of up to %i MiB, to the last byte', (name, mebibytes) => {
    const path = join(temporaryFolder(), name);
    const size = mebibytes * 1024 * 1024;
    writeFileSync(path, `${'x'.repeat(size - 1)}y`);
    expect(disk.read(path)).toMatch(/xy$/);
    expect(disk.read(path)).toHaveLength(size);
    sparseFile(path, size + 1);
    expect(reasonOf(() => disk.read(path))).toBe('too-large');
  });

  it.runIf(process.platform === 'linux')('reads a file whose size the system does not tell', () => {
    expect(disk.read('/proc/self/stat')).toContain(String(process.pid));
  });

  it.each([
    ['has a NUL in its name', 'a\0b'],
    ['has a name that is too long', 'a'.repeat(5000)],
    ['is behind a link to itself', 'loop/file'],
  ])('nothing is there where the path %s', (_, name) => {
    const root = temporaryFolder();
    symlinkSync('loop', join(root, 'loop'));
    const path = `${root}/${name}`;
    expect([disk.kind(path), disk.list(path)]).toEqual(['missing', []]);
    expect([undefined, 'link']).toContain(reasonOf(() => disk.read(path)));
  });

  it('lists names in one order, and none where there is no folder', () => {
    expect(disk.list(temporaryFolder({ b: '', a: '', B: '', '.c': '' }))).toEqual(['.c', 'B', 'a', 'b']);
    expect(disk.list(join(temporaryFolder(), 'none'))).toEqual([]);
  });

  it('writes with exactly the given mode, regardless of the umask, and with the umask without a mode', () => {
    const root = temporaryFolder({ old: 'a much longer text than before' });
    chmodSync(join(root, 'old'), 0o600);
    const umask = process.umask(0o027);
    try {
      disk.write(join(root, 'exact'), 'x', 0o666);
      disk.write(join(root, 'free'), 'x');
      disk.write(join(root, 'old'), 'short');
    } finally {
      process.umask(umask);
    }
    expect(['exact', 'free', 'old'].map((name) => disk.mode(join(root, name)))).toEqual([0o666, 0o640, 0o600]);
    expect(disk.read(join(root, 'old'))).toBe('short');
  });

  it('copies bytes and mode', () => {
    const root = temporaryFolder();
    const bytes = Buffer.from([0, 255, 254, 128, 10]);
    writeFileSync(join(root, 'a'), bytes, { mode: 0o640 });
    disk.copy(join(root, 'a'), join(root, 'b'));
    expect(readFileSync(join(root, 'b'))).toEqual(bytes);
    expect(disk.mode(join(root, 'b'))).toBe(0o640);
  });

  it('makes and removes one folder only, and a rename never mixes two', () => {
    const root = temporaryFolder({ 'full/x': '', 'other/y': '' });
    expect(errorOf(() => disk.makeFolder(join(root, 'full')))).toBe('EEXIST');
    expect(errorOf(() => disk.makeFolder(join(root, 'a/b')))).toBe('ENOENT');
    expect(errorOf(() => disk.removeFolder(join(root, 'full')))).toBe('ENOTEMPTY');
    // What makes a journal's folder a lock.
    expect(['ENOTEMPTY', 'EEXIST']).toContain(errorOf(() => disk.rename(join(root, 'other'), join(root, 'full'))));
    expect(errorOf(() => disk.remove(join(root, 'none')))).toBe('ENOENT');
  });

  it('syncs files, read-only ones too, and folders', () => {
    const root = temporaryFolder({ 'd/x': '' });
    chmodSync(join(root, 'd/x'), 0o444);
    for (const path of ['d', 'd/x']) expect(errorOf(() => disk.sync(join(root, path)))).toBeUndefined();
    expect(errorOf(() => disk.sync(join(root, 'none')))).toBe('ENOENT');
  });

  it('resolves links', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'a'));
    symlinkSync('a', join(root, 'b'));
    expect(disk.realpath(join(root, 'b'))).toBe(join(root, 'a'));
  });
});
