import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { disk } from '../../src/io/disk.js';
import { temporaryFolder } from '../support/tree.js';

const errorOf = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

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

  it('reads text, and nothing where there is no file; a folder is no file', () => {
    const root = temporaryFolder({ file: 'ä\r\n' });
    expect(disk.read(join(root, 'file'))).toBe('ä\r\n');
    expect(disk.read(join(root, 'none'))).toBeUndefined();
    expect(disk.read(join(root, 'file/below'))).toBeUndefined();
    expect(disk.read(root)).toBeUndefined();
  });

  it('lists names in one order, and none where there is no folder', () => {
    expect(disk.list(temporaryFolder({ b: '', a: '', B: '', '.c': '' }))).toEqual(['.c', 'B', 'a', 'b']);
    expect(disk.list(join(temporaryFolder(), 'none'))).toEqual([]);
  });

  it('writes with exactly the mode that it is told, whatever the umask, and with the umask where it is told none', () => {
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
