import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { clusterProgram, helperProgram } from '../../scripts/upstream/go-program.js';

const { failed } = await execa('gofmt', [], { input: '', reject: false });

it.skipIf(failed).each([
  { ...helperProgram, atLeast: 11 },
  { ...clusterProgram, atLeast: 5 },
])('the sources of $title are formatted as gofmt does', async ({ folder, sources, atLeast }) => {
  const files = sources
    .flatMap((name) => readdirSync(join(folder, name)).map((file) => `${name}${file}`))
    .filter((file) => file.endsWith('.go'));
  expect(files.length).toBeGreaterThanOrEqual(atLeast);
  const { stdout } = await execa('gofmt', ['-l', ...files], { cwd: folder });
  expect(stdout).toBe('');
});
