import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helperProgram } from '../../scripts/upstream/go-program.js';
import { licenseListOf } from '../../scripts/upstream/licenses.js';
import { cliManifest, packCli, packProgram, publishedManifest } from '../../scripts/upstream/packages.js';
import { helperFileName, helperPackageFor } from '../../src/base/helper/locate.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';
import { story } from '../support/story.js';

const helper = await helperForTests();
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const platform = `${process.platform}-${process.arch}`;

// As from a registry, in a folder outside of the checkout: operator-gen as it is published, and the helper for this platform.
describe.skipIf(helper === undefined)('the published packages', story, () => {
  let folder: TemporaryFolder;
  const installed = () => join(folder.path, 'tool/node_modules', helperPackageFor(platform));

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    const packages = join(folder.path, 'packages');
    const licenses = readFileSync(licenseListOf(helperProgram), 'utf8');
    const tarballs = [
      await packCli(packages),
      await packProgram(helperProgram, { platform, path: helper!, licenses, folder: packages }),
      join(packages, `operator-gen-runtime-${cliManifest().version}.tgz`),
    ];
    const runtime = ['--workspace', 'runtime', '--pack-destination', packages];
    await execa('npm', ['pack', '--silent', ...runtime], { cwd: checkout });
    // No registry has the helpers for the other platforms; it is as if none answered.
    const registry = ['--@operator-gen:registry=http://127.0.0.1:1/', '--fetch-retries=0', '--prefer-offline'];
    const tool = join(folder.path, 'tool');
    await execa('npm', ['install', '--prefix', tool, '--no-audit', '--no-fund', ...registry, ...tarballs]);
    mkdirSync(join(folder.path, 'web'));
    await run('init', '--domain', 'my.domain', '--skip-install');
    await run('create', 'api', '--version', 'v1', '--kind', 'WebServer');
  });
  afterAll(() => folder?.remove());

  /** Runs the installed command line for a user who has built no helper. */
  async function run(...args: readonly string[]) {
    const own = (name: string) => join(folder.path, name);
    return execa(own('tool/node_modules/.bin/operator-gen'), args, {
      cwd: own('web'),
      env: { OPERATOR_GEN_UPSTREAM: '', XDG_CACHE_HOME: own('cache'), XDG_STATE_HOME: own('state') },
      reject: false,
    });
  }

  it('depend on each other in the same version', () => {
    const read = (path: string): unknown => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const { optionalDependencies, version } = publishedManifest(cliManifest());
    expect(read(join(folder.path, 'tool/node_modules/operator-gen'))).toMatchObject({ version, optionalDependencies });
    expect(read(installed())).toMatchObject({ version });
  });

  it('have the program, which can be run, and the licenses', () => {
    expect(statSync(join(installed(), helperFileName)).mode & 0o111).toBe(0o111);
    for (const file of ['LICENSE', 'LICENSES.txt', 'README.md']) expect(existsSync(join(installed(), file))).toBe(true);
  });

  it('give the exact verdict; without the helper, a note, or an error with --exact', async () => {
    const exact = await run('check', '--exact');
    expect(exact.stderr).not.toContain('exact-verdict-unavailable');
    expect(exact.exitCode, exact.stderr).toBe(0);
    // As `npm install --omit=optional` leaves it.
    rmSync(installed(), { recursive: true });
    const without = await run('check');
    expect(without.stderr).toContain('note exact-verdict-unavailable');
    expect(without.stderr).toContain(`install the package ${helperPackageFor(platform)}`);
    expect(without.exitCode).toBe(0);
    const refused = await run('check', '--exact');
    expect(refused.stderr).toContain('error exact-verdict-unavailable');
    expect(refused.exitCode).toBe(1);
  });
});

// The unit tests compare the list with go.mod, which does not say what is linked.
it.skipIf(helper === undefined)('the licenses of all modules in the helper are listed', async () => {
  const { stdout } = await execa('go', ['version', '-m', helper!]);
  const lines = [...stdout.matchAll(/^\tdep\t(\S+)\t(\S+).*(?:\n\t=>\t\S+\t(\S+))?/gm)];
  expect(lines.length).toBeGreaterThan(50);
  const linked = lines.map(([, name = '', version = '', replaced = version]) => `${name} ${replaced}: `);
  const list = readFileSync(licenseListOf(helperProgram), 'utf8');
  expect(linked.filter((each) => !list.includes(`\n${each}`))).toEqual([]);
});
