import { beforeAll, describe, expect, test, vi } from 'vitest';
import { toolVersion } from '../../../src/base/io/tool.js';
import { differences } from '../../sequences/state.js';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { root, type Files } from '../../support/memory-disk.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';

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

describe('a project whose packages are tarballs in vendor', () => {
  const [from, to] = [versions.at(-2)!, toolVersion()];
  const packagesOf = (version: string): readonly string[] =>
    ['operator-gen', 'operator-gen-runtime'].map((name) => `${name}-${version}.tgz`);
  const vendored = (): Map<string, string> => {
    const files = new Map(asOf(present, releases, from));
    const text = files.get('package.json')!;
    const changed = text
      .replace(`"operator-gen": "${from}"`, `"operator-gen": "file:vendor/operator-gen-${from}.tgz"`)
      .replace(
        `"@operator-gen/runtime": "${from}"`,
        `"@operator-gen/runtime": "file:vendor/operator-gen-runtime-${from}.tgz"`,
      );
    expect(changed.match(/file:vendor/g)).toHaveLength(2);
    files.set('package.json', changed);
    for (const name of packagesOf(from)) files.set(`vendor/${name}`, `the package ${name}`);
    return files;
  };

  test('is not upgraded to packages of a registry', async () => {
    const files = vendored();
    const ran = await upgraded(files);
    expect(ran.said).toContain('error packages-missing: the project has its packages in vendor');
    expect(ran.said).toContain('set OPERATOR_GEN_PACKAGES to a folder with both packages');
    expect(ran.exitCode).not.toBe(0);
    expect(differences(ran.files, files)).toEqual([]);
  });

  test('gets those of the named folder', async () => {
    const files = vendored();
    for (const name of packagesOf(to)) files.set(`packages/${name}`, `the package ${name}`);
    const ran = await runLine(files, 'upgrade', list, { OPERATOR_GEN_PACKAGES: `${root}/packages` });
    expect(ran.said).not.toContain('error');
    expect(ran.files.get('package.json')).toContain(`"operator-gen": "file:vendor/operator-gen-${to}.tgz"`);
    expect([...ran.files.keys()].filter((path) => path.startsWith('vendor/'))).toEqual(
      packagesOf(to).map((name) => `vendor/${name}`),
    );
    // A second upgrade needs no packages.
    const again = await upgraded(ran.files);
    expect(again.said).toContain(`The project already has release ${to}.`);
  });

  test('is upgraded to packages of a registry if it names them', async () => {
    const files = vendored();
    files.set('package.json', asOf(present, releases, from).get('package.json')!);
    const ran = await upgraded(files);
    expect(ran.exitCode).toBe(0);
    expect(ran.files.get('package.json')).toContain(`"operator-gen": "${to}"`);
  });
});
