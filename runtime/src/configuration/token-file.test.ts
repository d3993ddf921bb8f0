import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/tree.js';
import { tokenFile } from './token-file.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('reads the token again every minute, and when it was refused', async () => {
  const path = join(temporaryFolder({ token: 'one\n' }), 'token');
  const source = tokenFile(path);
  expect(await source.get()).toEqual({ token: 'one' });
  writeFileSync(path, 'two');
  vi.advanceTimersByTime(59_000);
  expect(await source.get()).toEqual({ token: 'one' });
  vi.advanceTimersByTime(2_000);
  expect(await source.get()).toEqual({ token: 'two' });
  writeFileSync(path, 'three');
  // The rejection of a token that has been replaced says nothing about its replacement.
  source.rejected?.({ token: 'one' });
  expect(await source.get()).toEqual({ token: 'two' });
  source.rejected?.({ token: 'two' });
  expect(await source.get()).toEqual({ token: 'three' });
});

it('goes on with the last token while the file cannot be read', async () => {
  const path = join(temporaryFolder({ token: 'one' }), 'token');
  const source = tokenFile(path);
  await source.get();
  rmSync(path);
  vi.advanceTimersByTime(61_000);
  expect(await source.get()).toEqual({ token: 'one' });
  writeFileSync(path, '');
  expect(await source.get()).toEqual({ token: 'one' });
  writeFileSync(path, 'two');
  expect(await source.get()).toEqual({ token: 'two' });
});

it('says that the file was never there', async () => {
  const path = join(temporaryFolder(), 'token');
  await expect(tokenFile(path).get()).rejects.toThrow('ENOENT');
  expect(await tokenFile(path, 'initial').get()).toEqual({ token: 'initial' });
});
