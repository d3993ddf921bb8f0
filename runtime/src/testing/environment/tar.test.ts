import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/tree.js';
import { readTar } from './tar.js';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function tar(...names: string[]): Buffer {
  return execFileSync('tar', ['-cf', '-', '-C', folder, ...names]);
}

async function* inPieces(archive: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < archive.length; start += length) yield archive.subarray(start, start + length);
}

async function contents(archive: Buffer, pieceLength: number): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for await (const entry of readTar(inPieces(archive, pieceLength))) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.content()) chunks.push(chunk);
    result[entry.name] = Buffer.concat(chunks).toString();
  }
  return result;
}

test.each([1, 7, 512, 100_000])(
  'reads the regular files, whatever the pieces it comes in: %i bytes',
  async (length) => {
    const files = { empty: '', 'one-block': 'x'.repeat(512), uneven: 'y'.repeat(1234) };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    symlinkSync('uneven', join(folder, 'link'));
    expect(await contents(tar('empty', 'link', 'one-block', 'uneven'), length)).toEqual(files);
  },
);

test('an archive that ends in the middle of a file is an error', async () => {
  writeFileSync(join(folder, 'file'), 'z'.repeat(4096));
  await expect(contents(tar('file').subarray(0, 2000), 512)).rejects.toThrow('ends in the middle of a file');
});
