import { beforeAll, describe, expect, test, vi } from 'vitest';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { runLine } from '../../sequences/run-line.js';
import { differences } from '../../sequences/state.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const list = commandsOf(releases);
const start = [
  'init --domain my.domain --project-name test-operator --skip-install',
  'create api --version v1 --kind WebServer',
];

let present: Files;

beforeAll(async () => {
  present = await accepted(new Map(), ...start);
});

describe('a command in a project of an earlier release scaffolds what that release did', () => {
  test.each([
    ['create api --version v1 --kind Cache --image memcached:1.6'],
    ['create webhook --version v1 --kind WebServer --defaulting'],
    ['edit --multigroup'],
    ['edit --domain other.domain'],
    ['rename api --kind WebServer --to-kind Site'],
    ['delete api --version v1 --kind WebServer'],
    ['manifests'],
  ])('%s', async (line) => {
    const ran = await runLine(asOf(present, releases, '0.0.1'), line, list);
    expect(ran.exitCode, ran.said).toBe(0);
    const now = (await runLine(present, line)).files;
    expect(differences(ran.files, asOf(now, releases, '0.0.1'))).toEqual([]);
  });

  test('also if there is no record', async () => {
    const old = new Map(asOf(present, releases, '0.0.1'));
    old.delete(stateFile);
    const ran = await runLine(old, 'edit --multigroup', list);
    const now = (await runLine(present, 'edit --multigroup')).files;
    expect(differences(ran.files, asOf(now, releases, '0.0.1'))).toEqual([]);
  });
});
