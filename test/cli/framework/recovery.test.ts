import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import type { Host } from '../../../src/base/io/host.js';
import { apply } from '../../../src/output/plan/apply.js';
import type { Plan } from '../../../src/output/plan/plan.js';
import { temporaryFolder } from '../../support/tree.js';
import { answering, cli, filesIn } from './support.js';

const plan: Plan = {
  files: ['a.txt', 'b.txt'].map((path) => ({ path, action: 'create', ownership: 'generated', after: `${path}\n` })),
};

/** A folder that a command left when it was killed between its two files. */
function halfWritten(): string {
  const cwd = temporaryFolder();
  class Killed extends Error {}
  let renames = 0;
  const dying: Host = {
    ...disk,
    rename(from, to) {
      // The first rename publishes the journal, the second puts the first file into place.
      if (renames === 2) throw new Killed();
      renames += 1;
      disk.rename(from, to);
    },
    remove() {
      throw new Killed();
    },
  };
  expect(() => apply(dying, cwd, plan)).toThrow('rollback-failed');
  expect(filesIn(cwd)).toHaveProperty(['a.txt']);
  expect(filesIn(cwd)).not.toHaveProperty(['b.txt']);
  return cwd;
}

function run(cwd: string, ...argv: string[]) {
  const { operation } = answering({ drift: argv[0] === 'check' }, cwd);
  const operations = { manifests: async () => operation, check: async () => operation };
  return cli(argv, { cwd, operations });
}

test('the next command that writes puts a half-written project right, and says so', async () => {
  const cwd = halfWritten();
  const { exitCode, stderr } = await run(cwd, 'manifests');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning interrupted-run-recovered: an earlier command was interrupted');
  expect(existsSync(join(cwd, '.operator-gen'))).toBe(false);
  const { 'a.txt': a, 'b.txt': b } = filesIn(cwd);
  expect([a === undefined, b === undefined]).toEqual([b === undefined, a === undefined]);
});

test.each(['check', 'manifests --dry-run'])('%s reports it and writes nothing', async (line) => {
  const cwd = halfWritten();
  const before = filesIn(cwd);
  const { exitCode, stderr } = await run(cwd, ...line.split(' '));
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning interrupted-run-pending: ');
  expect(filesIn(cwd)).toEqual(before);
});

test('what the disk refuses while writing is one coded error, and everything is as it was', async () => {
  const cwd = temporaryFolder();
  const full: Host = {
    ...disk,
    write(path, content, mode) {
      if (path.endsWith('1.after')) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
      disk.write(path, content, mode);
    },
  };
  const { operation } = answering({ plan }, cwd);
  const operations = { manifests: async () => operation };
  const ran = await cli(['manifests'], { cwd, operations, host: async () => full });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain('error write-failed: b.txt could not be written: ENOSPC');
  expect(filesIn(cwd)).toEqual({});
});
