import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { transformSync } from 'esbuild';
import { execa } from 'execa';
import { instrumented, mutated, type Mutant } from './instrument.js';
import { grouped } from './sample.js';
import type { Mutation } from './mutations.js';

/** A throwaway copy of a tree, into which mutants are written. */
export interface Copy {
  /** The tree that it is a copy of. */
  readonly source: string;
  readonly folder: string;
  /** Where its tests record what they execute. */
  readonly data: string;
}

/** Copies a tree, but its dependencies: these are links, except for the runtime, which is a part of the tree. */
export function copyTree(source: string, folder: string): Copy {
  const data = join(folder, '.mutants');
  if (!existsSync(data)) {
    rmSync(folder, { recursive: true, force: true });
    const left = new Set(['node_modules', '.git', '.cache', 'coverage']);
    cpSync(source, folder, { recursive: true, filter: (path) => !left.has(relative(source, path)) });
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '@operator-gen'), { recursive: true });
    symlinkSync(join(folder, 'runtime'), join(modules, '@operator-gen/runtime'));
    for (const name of readdirSync(join(source, 'node_modules')))
      if (name === '.bin' || !/^\.|^@operator-gen$/.test(name))
        symlinkSync(join(source, 'node_modules', name), join(modules, name));
    mkdirSync(join(data, 'processes'), { recursive: true });
    writeFileSync(join(data, 'source'), source);
  }
  // Also into a tree that has no such folder yet, or another one.
  const own = join(folder, 'test/mutants');
  cpSync(import.meta.dirname, own, { recursive: true });
  const { code } = transformSync(readFileSync(join(own, 'switch.ts'), 'utf8'), { loader: 'ts', format: 'esm' });
  writeFileSync(join(own, 'switch.mjs'), code);
  return { source, folder, data };
}

/** Reads the sources of which mutants are made: no tests, and nothing that is generated. */
export async function sourcesOf(tree: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await execa('git', ['ls-files', 'src/**/*.ts', 'src/*.ts', 'runtime/src/**/*.ts'], { cwd: tree });
  const paths = stdout.split('\n').filter((path) => !/\.test\.ts$|\.d\.ts$|csv-types\.ts$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(tree, path), 'utf8')]));
}

/**
 * Returns the mutations with which the code still has correct types. All are tried together; those at the errors are left out,
 * until there are no more errors.
 */
export async function typed(copy: Copy, mutations: readonly Mutation[]): Promise<readonly Mutation[]> {
  const include = ['src', 'runtime/src'];
  write(
    copy,
    'tsconfig.mutants.json',
    JSON.stringify({ extends: './tsconfig.json', include, exclude: ['**/*.test.ts'] }),
  );
  let left = mutations;
  for (;;) {
    for (const [path, some] of grouped(left, (each) => each.path)) write(copy, path, mutated(read(copy, path), some));
    const { stdout } = await execa('tsc', ['-p', 'tsconfig.mutants.json'], {
      cwd: copy.folder,
      preferLocal: true,
      reject: false,
    });
    for (const { path } of left) write(copy, path, read(copy, path));
    const errors = [...stdout.matchAll(/^([^\s(]+)\((\d+),\d+\): error/gm)];
    const wrong = new Set(errors.flatMap(([, path, line]) => nearest(copy, left, path!, Number(line))));
    if (wrong.size === 0) return left;
    left = left.filter((each) => !wrong.has(each));
  }
}

/** Returns the mutations of a line, or else the one before that is next to it: what it leaves unused or unknown is below it. */
function nearest(copy: Copy, mutations: readonly Mutation[], path: string, line: number): readonly Mutation[] {
  const own = mutations.filter((each) => each.path === path).toSorted((one, other) => one.start - other.start);
  if (own.length === 0) return [];
  const text = read(copy, path);
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const at = own.filter(({ start, end }) => lineOf(start) <= line && line <= lineOf(end));
  if (at.length > 0) return at;
  return [own.findLast(({ start }) => lineOf(start) <= line) ?? own[0]!];
}

/** Writes all mutants into the copy, and builds it. */
export async function writeMutants(copy: Copy, mutants: readonly Mutant[]): Promise<void> {
  for (const [path, some] of grouped(mutants, (each) => each.path))
    write(copy, path, instrumented(read(copy, path), some));
  for (const name of ['operator-gen.js', 'operator-gen-cluster.js']) {
    const text = read(copy, `bin/${name}`);
    const first = text.indexOf('\n') + 1;
    write(
      copy,
      `bin/${name}`,
      `${text.slice(0, first)}import '${join(copy.folder, 'test/mutants/switch.mjs')}';\n${text.slice(first)}`,
    );
  }
  // The types are not checked again: code with two variants has others.
  const steps = ['generate', 'tsc -p runtime', 'tsx runtime/scripts/bundle.ts', 'tsx scripts/build-cli.ts'];
  for (const step of steps) {
    const [file = '', ...words] = step === 'generate' ? ['npm', 'run', 'generate'] : step.split(' ');
    await execa(file, words, { cwd: copy.folder, preferLocal: true, reject: false });
  }
  writeFileSync(join(copy.data, 'active'), '0');
}

/** Creates the cache folder of the runs: what takes long to build is that of the user. */
export function cacheOf(copy: Copy): string {
  const cache = join(copy.data, 'cache');
  const own = join(cache, 'operator-gen');
  const user = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'operator-gen');
  mkdirSync(own, { recursive: true });
  for (const name of existsSync(user) ? readdirSync(user) : [])
    if (name !== 'runs' && name !== 'compiled' && !existsSync(join(own, name)))
      symlinkSync(join(user, name), join(own, name));
  return cache;
}

const read = ({ source }: Copy, path: string): string => readFileSync(join(source, path), 'utf8');
const write = ({ folder }: Copy, path: string, text: string): void => writeFileSync(join(folder, path), text);
