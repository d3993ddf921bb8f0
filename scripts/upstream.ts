import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makePrivateFolder } from '../src/base/io/private-folder.js';
import { cachePlace } from '../src/base/io/user-folders.js';
import { helperPlatforms } from '../src/base/helper/locate.js';
import { build, hashOfSources, pinnedToolchain } from './upstream/go.js';
import { clusterProgram, helperProgram, type GoProgram } from './upstream/go-program.js';
import { licenseListOf, linkedModules, renderList, renderTexts } from './upstream/licenses.js';
import { packProgram, sizeOf, sizeTable, type PackageSize } from './upstream/packages.js';

// Builds the programs in Go:
//   npm run upstream                      the helper that answers for the API server, for this platform, into the user's cache
//   npm run upstream -- --cluster         the control plane in one program, for this platform, into the user's cache
//   npm run upstream -- --all [folder]    all programs for all platforms, as packages
//   npm run upstream -- --licenses        writes the lists of the modules in them and their licenses

const programs: readonly GoProgram[] = [helperProgram, clusterProgram];

/** Builds the helper as `buildCached` does. */
export function buildUpstream(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return buildCached(helperProgram, env);
}

/**
 * Builds a program for this platform into the user's cache, unless it has been built from the same sources, and returns
 * its path.
 * @throws Error with the output of Go
 */
async function buildCached(program: GoProgram, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const place = cachePlace(env, 'upstream');
  const folder = place && makePrivateFolder(place);
  if (folder === undefined) throw new Error('there is no cache folder that only this user can write to');
  const path = join(folder, program.fileFor(`${process.platform}-${process.arch}`));
  const stamp = `${path}.sources`;
  const hash = hashOfSources(program);
  if (readIfAny(stamp) === hash && readIfAny(path) !== undefined) return path;
  process.stderr.write(`Building ${program.title} into ${folder}: some minutes from nothing, once.\n`);
  const unfinished = `${path}.${process.pid}`;
  try {
    await build(program, unfinished);
    chmodSync(unfinished, 0o700);
    rmSync(stamp, { force: true });
    renameSync(unfinished, path);
    writeFileSync(stamp, hash);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return path;
}

/** Builds and packs all programs for all platforms, and returns a table of the sizes of each. */
export async function packAll(folder: string): Promise<string> {
  const tables: string[] = [];
  for (const each of programs) tables.push(await packForAllPlatforms(each, folder));
  return tables.join('\n');
}

async function packForAllPlatforms(program: GoProgram, folder: string): Promise<string> {
  const modules = await linkedModules(program);
  const list = licenseListOf(program);
  if (readIfAny(list) !== renderList(program, modules)) {
    throw new Error(`${list} is out of date; run: npm run upstream -- --licenses`);
  }
  const licenses = renderTexts(program, modules);
  const built = mkdtempSync(join(tmpdir(), 'operator-gen-upstream-'));
  try {
    const sizes: PackageSize[] = [];
    for (const platform of helperPlatforms) {
      process.stderr.write(`Building ${program.packageFor(platform)}\n`);
      const path = join(built, platform);
      await build(program, path, { platform, toolchain: pinnedToolchain(program) });
      sizes.push(sizeOf(platform, path, await packProgram(program, { platform, path, licenses, folder })));
    }
    return sizeTable(program, sizes);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function readIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, cluster: { type: 'boolean' }, licenses: { type: 'boolean' } },
  });
  if (values.all === true) return packAll(resolve(process.env['INIT_CWD'] ?? '.', positionals[0] ?? 'packages'));
  if (values.cluster === true) return `${await buildCached(clusterProgram)}\n`;
  if (values.licenses !== true) return `${await buildUpstream()}\n`;
  for (const each of programs) writeFileSync(licenseListOf(each), renderList(each, await linkedModules(each)));
  return programs.map((each) => `${licenseListOf(each)}\n`).join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(await main());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
