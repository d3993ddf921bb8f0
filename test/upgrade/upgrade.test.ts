import { beforeAll, describe, expect, test, vi } from 'vitest';
import { toolVersion } from '../../src/io/tool.js';
import { differences } from '../sequences/state.js';
import { runLine, type Ran } from '../sequences/run-line.js';
import { accepted } from '../support/accepted.js';
import type { Files } from '../support/memory-disk.js';
import { asOf, commandsOf } from '../support/old-project.js';
import { syntheticReleases } from '../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const versions = releases.map(({ version }) => version);
const list = commandsOf(releases);
const upgraded = (files: Files, flags = ''): Promise<Ran> => runLine(files, `upgrade${flags}`, list);

/** Every pair of releases, the earlier one first. */
const pairs = versions.flatMap((from, index) => versions.slice(index + 1).map((to) => [from, to] as const));

let present: Files;

beforeAll(async () => {
  present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
    'create api --version v1 --kind Cache --image memcached:1.6',
    'create webhook --version v1 --kind WebServer --defaulting --programmatic-validation',
  );
});

describe('a project that nobody has edited', () => {
  test.each(pairs)('becomes what release %2$s scaffolds, from %s', async (from, to) => {
    const ran = await upgraded(asOf(present, releases, from), ` --to ${to}`);
    expect(ran.said).not.toContain('error');
    expect(ran.exitCode).toBe(0);
    expect(differences(ran.files, asOf(present, releases, to))).toEqual([]);
    expect(ran.emptyFolders).toEqual([]);
  });

  test('is the same after a second upgrade', async () => {
    const once = await upgraded(asOf(present, releases, '0.0.1'));
    const twice = await upgraded(once.files);
    expect(twice.said).toContain(`The project already has release ${toolVersion()}.`);
    expect(twice.files).toEqual(once.files);
  });

  test('is the same in one step and in several', async () => {
    const old = asOf(present, releases, '0.0.1');
    let files = old;
    for (const to of versions.slice(1)) files = (await upgraded(files, ` --to ${to}`)).files;
    expect((await upgraded(old)).files).toEqual(files);
  });
});
