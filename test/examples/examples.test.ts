import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../src/base/io/disk.js';
import { check } from '../../src/cli/commands/check/run.js';
import { examples } from '../support/examples.js';
import { changesOf, problemsOf } from '../support/projects.js';
import { temporaryFolder } from '../support/tree.js';

/** The warnings that an example cannot do without. */
const expectedWarnings: Readonly<Record<string, readonly string[]>> = {
  // Two versions that each hold the whole Pod template.
  cronjob: ['large-crd'],
};

const checked = (cwd: string) => check({}, { host: disk, cwd, env: {} });

describe('every example', () => {
  it.each(examples)('$name has generated files that follow from its sources', async ({ name, path }) => {
    const outcome = await checked(path);
    expect(changesOf(outcome)).toEqual([]);
    expect(problemsOf(outcome)).toEqual(expectedWarnings[name] ?? []);
  });

  it('would be told apart from one whose CRD is missing', async () => {
    const folder = temporaryFolder();
    cpSync(examples[0]!.path, folder, { recursive: true });
    rmSync(join(folder, 'config/crd/bases'), { recursive: true });
    expect(changesOf(await checked(folder))).toEqual([expect.stringMatching(/^create config\/crd\/bases\/.*\.yaml$/)]);
  });
});
