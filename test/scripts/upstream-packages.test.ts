import { chownSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { targetOf } from '../../scripts/upstream/go.js';
import { clusterProgram, helperProgram } from '../../scripts/upstream/go-program.js';
import { cliManifest, programManifest, publishedManifest, sizeTable } from '../../scripts/upstream/packages.js';
import { helperPackageFor, helperPlatforms, installedHelper } from '../../src/base/helper/locate.js';
import { kubernetesVersion } from '../../src/base/helper/protocol.js';
import { temporaryFolder } from '../support/tree.js';

const repository = join(import.meta.dirname, '../..');
const manifest = cliManifest();

test.each([
  ['linux-x64', 'linux', 'amd64'],
  ['linux-arm64', 'linux', 'arm64'],
  ['darwin-x64', 'darwin', 'amd64'],
  ['darwin-arm64', 'darwin', 'arm64'],
  ['win32-x64', 'windows', 'amd64'],
  ['win32-arm64', 'windows', 'arm64'],
])('%s is a platform with a package, which Go calls %s/%s', (platform, system, processor) => {
  expect(helperPlatforms).toContain(platform);
  expect(targetOf(platform)).toEqual({ GOOS: system, GOARCH: processor });
});

it.each([helperProgram, clusterProgram])(
  '$title is made of the version of Kubernetes that the CLI expects',
  ({ folder }) => {
    const module = readFileSync(join(folder, 'go.mod'), 'utf8');
    expect(module).toContain(`\tk8s.io/kubernetes v${kubernetesVersion}\n`);
  },
);

it('is published with the helpers of exactly its version, and changes nothing else', () => {
  const { optionalDependencies, ...rest } = publishedManifest(manifest);
  expect(rest).toEqual(manifest);
  expect(Object.keys(optionalDependencies)).toEqual(helperPlatforms.map(helperPackageFor));
  for (const platform of helperPlatforms) {
    expect(optionalDependencies[helperPackageFor(platform)]).toBe(
      programManifest(helperProgram, platform, manifest).version,
    );
  }
});

it('is installed from its checkout without helpers, because npm ci would not find them in the lock file', () => {
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(readFileSync(join(repository, 'package-lock.json'), 'utf8')).not.toContain('@operator-gen/upstream-');
});

it('is not published from its checkout', () => {
  const { scripts } = manifest as unknown as { readonly scripts: Readonly<Record<string, string>> };
  expect(scripts['prepublishOnly']).toContain('process.exit(1)');
});

test.each(helperPlatforms)('npm installs the programs for %s on this platform only', (platform) => {
  const { version } = manifest;
  const [os, cpu] = platform.split('-');
  for (const each of [helperProgram, clusterProgram]) {
    const expected = { name: each.packageFor(platform), version, license: 'Apache-2.0', os: [os], cpu: [cpu] };
    expect(programManifest(each, platform, manifest)).toMatchObject(expected);
  }
});

/** Where a package manager puts the helper, from the folder of operator-gen. */
const layouts = {
  'beside operator-gen': ['node_modules/operator-gen', 'node_modules'],
  'inside of operator-gen': ['node_modules/operator-gen', 'node_modules/operator-gen/node_modules'],
  'in the root of a workspace': ['packages/web/node_modules/operator-gen', 'node_modules'],
  'in the store of pnpm': [
    'node_modules/.pnpm/operator-gen@0.1.0/node_modules/operator-gen',
    'node_modules/.pnpm/operator-gen@0.1.0/node_modules',
  ],
} as const;

test.each(Object.entries(layouts))('an installed helper is found %s', (_where, [own, modules]) => {
  for (const platform of helperPlatforms) {
    const file = platform.startsWith('win32') ? 'operator-gen-upstream.exe' : 'operator-gen-upstream';
    const path = `${modules}/@operator-gen/upstream-${platform}/${file}`;
    const folder = temporaryFolder({ [`${own}/package.json`]: '{}', [path]: '' });
    expect(programManifest(helperProgram, platform, manifest).files).toContain(file);
    expect(installedHelper(join(folder, own), platform)?.path).toBe(join(folder, path));
    const other = helperPlatforms.find((each) => each !== platform)!;
    expect(installedHelper(join(folder, own), other)).toBeUndefined();
  }
});

it('prints the sizes, and refuses what is too large', () => {
  const fits = { platform: 'linux-x64', program: 47_546_530, tarball: helperProgram.largestPackage };
  expect(sizeTable(helperProgram, [fits])).toBe(
    'platform          program    package\nlinux-x64         47.5 MB    20.0 MB\n',
  );
  const tooLarge = { ...fits, platform: 'win32-x64', tarball: helperProgram.largestPackage + 1 };
  expect(() => sizeTable(helperProgram, [fits, tooLarge])).toThrow(/too large, the limit is 20 MB: win32-x64$/);
});

// Only root can give a file to another user.
it.skipIf(process.geteuid?.() !== 0)('is not the helper of another user', () => {
  const path = join('node_modules', helperPackageFor('linux-x64'), 'operator-gen-upstream');
  const folder = temporaryFolder({ [path]: '', 'tool/package.json': '{}' });
  const find = () => installedHelper(join(folder, 'tool'), 'linux-x64')?.path;
  expect(find()).toBe(join(folder, path));
  chownSync(join(folder, path), 65_534, 65_534);
  expect(find()).toBeUndefined();
});
