import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../upstream');
const files = readdirSync(folder).filter((name) => name.endsWith('.go'));
const { failed } = await execa('gofmt', [], { input: '', reject: false });

it.skipIf(failed)('the sources of the helper are formatted as gofmt does', async () => {
  const { stdout } = await execa('gofmt', ['-l', ...files], { cwd: folder });
  expect(files.length).toBeGreaterThan(10);
  expect(stdout).toBe('');
});
