import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { helperPackageFor, helperPlatforms } from '../../src/base/helper/locate.js';
import type { GoProgram } from './go-program.js';

// The packages as they are published: operator-gen itself, and one with each program in Go for each platform.

const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** The fields of operator-gen's package.json that the packages of programs share. */
interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly repository: object;
  readonly bugs: object;
}

/** Returns package.json of operator-gen. */
export function cliManifest(): Manifest {
  return JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Manifest;
}

/** Returns package.json of operator-gen as it is published: with the helpers of exactly its version. */
export function publishedManifest(manifest: Manifest): Manifest & {
  readonly optionalDependencies: Readonly<Record<string, string>>;
} {
  const helpers = helperPlatforms.map((platform) => [helperPackageFor(platform), manifest.version] as const);
  return { ...manifest, optionalDependencies: Object.fromEntries(helpers) };
}

/** Returns package.json of the package with a program for a platform. */
export function programManifest(
  program: GoProgram,
  platform: string,
  { version, license, repository, bugs }: Manifest,
) {
  const [os = '', cpu = ''] = platform.split('-');
  return {
    name: program.packageFor(platform),
    version,
    description: `${program.description}, for ${platform}.`,
    license,
    repository,
    bugs,
    os: [os],
    cpu: [cpu],
    // A program cannot be started from an archive, in which Yarn keeps other packages.
    preferUnplugged: true,
    files: [program.fileFor(platform), licensesFile],
  };
}

const licensesFile = 'LICENSES.txt';

function readmeOf(program: GoProgram, platform: string): string {
  return `# ${program.packageFor(platform)}

${program.readme}

It is for ${platform}. [${licensesFile}](${licensesFile}) has the licenses of the Go modules in the program.
`;
}

/**
 * Packs a program for a platform.
 * @param licenses the license texts of the modules that are linked into it
 * @returns the path of the tarball
 */
export async function packProgram(
  program: GoProgram,
  { platform, path, licenses, folder }: { platform: string; path: string; licenses: string; folder: string },
): Promise<string> {
  const manifest = programManifest(program, platform, cliManifest());
  await packFolder(folder, (staged) => {
    const file = join(staged, program.fileFor(platform));
    copyFileSync(path, file);
    chmodSync(file, 0o755);
    copyFileSync(join(checkout, 'LICENSE'), join(staged, 'LICENSE'));
    writeFileSync(join(staged, licensesFile), licenses);
    writeFileSync(join(staged, 'README.md'), readmeOf(program, platform));
    return manifest;
  });
  return join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
}

/**
 * Packs operator-gen from the checkout, which is built. The checkout itself cannot depend on the helpers: `npm ci`
 * fails if the lock file does not contain them, and they are published after it is written.
 * @returns the path of the tarball
 */
export async function packCli(folder: string): Promise<string> {
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: checkout });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly { path: string }[] }];
  const manifest = publishedManifest(cliManifest());
  await packFolder(folder, (staged) => {
    for (const { path } of files) {
      mkdirSync(dirname(join(staged, path)), { recursive: true });
      copyFileSync(join(checkout, path), join(staged, path));
    }
    return manifest;
  });
  return join(folder, `operator-gen-${manifest.version}.tgz`);
}

/** Packs the files that a function puts into an empty folder, with the package.json that it returns. */
async function packFolder(destination: string, fill: (staged: string) => object): Promise<void> {
  const staged = mkdtempSync(join(tmpdir(), 'operator-gen-pack-'));
  try {
    const manifest = fill(staged);
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    mkdirSync(destination, { recursive: true });
    await execa('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination], { cwd: staged });
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** The sizes of a package, in bytes. */
export interface PackageSize {
  readonly platform: string;
  readonly program: number;
  readonly tarball: number;
}

/** Returns the sizes of a packed program. */
export function sizeOf(platform: string, program: string, tarball: string): PackageSize {
  return { platform, program: statSync(program).size, tarball: statSync(tarball).size };
}

/** Returns a table of sizes. @throws Error with the table if a package is too large */
export function sizeTable({ largestPackage }: GoProgram, sizes: readonly PackageSize[]): string {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1).padStart(8);
  const rows = sizes.map(
    ({ platform, program, tarball }) => `${platform.padEnd(14)}${megabytes(program)} MB${megabytes(tarball)} MB\n`,
  );
  const table = `${'platform'.padEnd(14)}${'program'.padStart(11)}${'package'.padStart(11)}\n${rows.join('')}`;
  const tooLarge = sizes.filter(({ tarball }) => tarball > largestPackage).map(({ platform }) => platform);
  if (tooLarge.length === 0) return table;
  throw new Error(`${table}too large, the limit is ${largestPackage / 1e6} MB: ${tooLarge.join(', ')}`);
}
