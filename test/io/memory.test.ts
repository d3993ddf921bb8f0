import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userMemory } from '../../src/io/memory.js';
import { temporaryFolder } from '../support/tree.js';

const memoryAt = (home: string) => userMemory({ XDG_CACHE_HOME: home })!;
const kept = (home: string) => join(home, 'operator-gen/runs');

it('keeps what it was given, for the next run', () => {
  const home = temporaryFolder();
  const memory = memoryAt(home);
  expect(memory.read('one')).toBeUndefined();
  memory.write('one', 'text');
  memory.write('one', 'newer text');
  expect(memoryAt(home).read('one')?.toString()).toBe('newer text');
  expect(readdirSync(kept(home))).toEqual(['one']);
});

it('does without where it can neither read nor write', () => {
  const home = temporaryFolder({ 'operator-gen': 'a file where the folder belongs' });
  const memory = memoryAt(home);
  memory.write('one', 'text');
  expect(memory.read('one')).toBeUndefined();
  expect(memoryAt('/dev/null/nothing').read('one')).toBeUndefined();
});

it('forgets what was written more than a month ago', () => {
  const home = temporaryFolder();
  const memory = memoryAt(home);
  memory.write('old', 'text');
  const then = new Date(Date.now() - 31 * 24 * 3_600_000);
  utimesSync(join(kept(home), 'old'), then, then);
  memory.write('new', 'text');
  expect(readdirSync(kept(home))).toEqual(['new']);
});

it('names the build that runs by its files', () => {
  const { build } = memoryAt('/nowhere');
  expect(memoryAt('/elsewhere').build).toBe(build);
  expect(build).toContain('/src/io/memory.ts ');
  expect(build).toContain('/package.json ');
});
