import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { inject } from 'vitest';
import { buildCli, type BuiltCli } from './built.js';

const repository = resolve(import.meta.dirname, '../../..');

/** A user without rights, where the tests run as root: root may read and write everything, so what a user may not do would go unseen. */
export const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** The command line as it is shipped, and a Node.js that runs it, where the user without rights can read both. */
export interface CliForNobody extends BuiltCli {
  /** Path of the Node.js executable. */
  readonly node: string;
}

/** Builds the command line for the user without rights: Node.js and the checkout can be in the home of root. */
export async function buildCliForNobody(): Promise<CliForNobody> {
  const built = await buildCli(inject('builtCli'));
  if (nobody === undefined) return { ...built, node: process.execPath };
  chmodSync(built.folder, 0o755);
  const node = join(built.folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  for (const name of ['node_modules', 'templates']) rmSync(join(built.folder, name));
  cpSync(join(repository, 'templates'), join(built.folder, 'templates'), { recursive: true });
  for (const name of packagesBelow(repository)) copyPackage(name, join(built.folder, 'node_modules', name));
  return { ...built, node };
}

/** The names of the packages that a package needs to run, directly or not. All of them are installed at the top. */
function packagesBelow(folder: string, found = new Set<string>()): Set<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    if (found.has(name)) continue;
    found.add(name);
    packagesBelow(join(repository, 'node_modules', name), found);
  }
  return found;
}

/** Copies a package as it is installed, or would be: of the runtime, which is a folder of the workspace, what is built. */
function copyPackage(name: string, target: string): void {
  const notShipped = new Set(['src', 'node_modules', 'bench', 'scripts']);
  const isRuntime = name === '@operator-gen/runtime';
  cpSync(join(repository, 'node_modules', name), target, {
    recursive: true,
    dereference: true,
    filter: (path) => !isRuntime || !notShipped.has(basename(path)),
  });
}
