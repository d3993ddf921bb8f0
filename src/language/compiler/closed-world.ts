import { posix } from 'node:path';
import { aliasResolver } from './aliases.js';
import type { ImportFiles } from './import-files.js';
import type { ProgramInput } from './program-input.js';
import { readConfig, readConfigs } from './project-config.js';
import { importResolver, resolutionOptions } from './resolve-import.js';

/** Resolves imports to files of the project and to declarations of this package, and to nothing else. */
export interface ClosedWorld {
  /** Returns the file that an import refers to; undefined if it is not read. */
  resolve(name: string, from: string): string | undefined;
  /** Returns the reason why an import of a file cannot be resolved; undefined if it can. */
  whyUnread(name: string, from: string): string | undefined;
}

const runtimePackage = '@operator-gen/runtime/';

// Shared by the whole process: the declarations of the runtime import the same files in every program.
const importedByRuntime = new Map<string, string>();

/** Creates the world of a program. Files must be requested in the order in which the compiler reads them, kind files first. */
export function closedWorld(input: ProgramInput): ClosedWorld {
  const reached = new Set(input.kindFiles);
  const fromPackage = packageImports(input.root, input);
  let aliases: ReturnType<typeof aliasResolver> | undefined;
  const fromAlias = (name: string, from: string): string | undefined => {
    aliases ??= aliasResolver(input, input.root, readConfigs(input.root, input));
    const path = aliases(name, from);
    return path !== undefined && /\.[cm]?ts$/.test(path) ? path : undefined;
  };
  // Other packages of the workspace that were reached by an import: their files may import each other.
  const outside = new Set<string>();

  const find = (name: string, from: string): string | undefined => {
    const folders = [input.root, input.runtime, ...outside];
    const paths = candidates(posix.join(posix.dirname(from), name), input);
    return paths.find(
      (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && input.read(path) !== undefined,
    );
  };

  const relative = (name: string, from: string): string | undefined => {
    if (!from.startsWith(`${input.runtime}/`)) return find(name, from);
    const key = `${name} ${from}`;
    const found = importedByRuntime.get(key) ?? find(name, from);
    // Code, unlike declarations, is not found by every program.
    if (found?.endsWith('.d.ts') === true) importedByRuntime.set(key, found);
    return found;
  };

  const resolve = (name: string, from: string): string | undefined => {
    if (input.followsCode && `${name}/` === runtimePackage) return posix.join(input.runtime, 'index.d.ts');
    if (name.startsWith(runtimePackage))
      return declarationsOf(input, name, reached.has(from) || from.startsWith(input.runtime));
    // Only what kinds can consist of is searched for in other packages.
    if (!reached.has(from)) return isRelative(name) ? relative(name, from) : fromAlias(name, from);
    const found = isRelative(name) ? relative(name, from) : (fromPackage(name, from) ?? fromAlias(name, from));
    if (found === undefined) return undefined;
    if (!isRelative(name) && !found.startsWith(`${input.root}/`)) outside.add(packageOf(input, found));
    // Kind files come first in the program, so everything that they import is marked before any other file is read.
    reached.add(found);
    return found;
  };

  return {
    resolve,
    whyUnread: (name, from) => {
      if (resolve(name, from) !== undefined) return undefined;
      if (input.followsCode && `${name}/` === runtimePackage) return posix.join(input.runtime, 'index.d.ts');
      if (name.startsWith(runtimePackage)) return 'is not a module of the runtime with types';
      if (!isRelative(name)) return 'is neither a path alias of tsconfig.json nor a package of the same workspace';
      const target = posix.join(posix.dirname(from), name);
      return target.startsWith(`${input.root}/`) ? 'does not exist' : 'is outside the project';
    },
  };
}

/**
 * Returns the file of our own declarations that an import refers to.
 * @param isOfKind whether kinds can consist of what is imported
 */
function declarationsOf({ runtime, read }: ProgramInput, name: string, isOfKind: boolean): string | undefined {
  const part = name.slice(runtimePackage.length);
  if (part === 'api') return posix.join(runtime, 'api/index.d.ts');
  if (!part.startsWith('k8s/') || !isOfKind) return undefined;
  const path = posix.join(runtime, `${part}.d.ts`);
  return read(path) === undefined ? undefined : path;
}

/** Returns the folder of the package that a file belongs to. */
function packageOf({ read }: ProgramInput, file: string): string {
  let folder = posix.dirname(file);
  while (folder !== posix.dirname(folder) && read(posix.join(folder, 'package.json')) === undefined) {
    folder = posix.dirname(folder);
  }
  return folder;
}

function isRelative(name: string): boolean {
  return name.startsWith('./') || name.startsWith('../');
}

/** Returns the files that an import can refer to: `./x.js` is `x.ts` on disk. */
function candidates(target: string, { followsCode = false }: ProgramInput): readonly string[] {
  const base = target.replace(/\.(js|ts)$/, '');
  const typed = [`${base}.ts`, `${base}.d.ts`, `${target}/index.ts`];
  if (!followsCode) return typed;
  // `./x.mjs` is `x.mts` on disk.
  const source = target.replace(/\.([cm])js$/, '.$1ts');
  return [...typed, source, target, `${base}.js`];
}

/** Resolves an import that is neither relative nor our own: a path alias, or another package of the workspace. */
type PackageImports = (name: string, from: string) => string | undefined;

/**
 * Returns a resolver for path aliases from the project's tsconfig.json, and for packages as in a bundler. Installed
 * packages are never read, because their declarations can be thousands of files.
 */
function packageImports(root: string, files: ImportFiles): PackageImports {
  const find = importResolver(root, files, () =>
    resolutionOptions(readConfig(posix.join(root, 'tsconfig.json'), files)?.options ?? {}),
  );
  return (name, from) => {
    const path = find(name, from);
    return path !== undefined && /\.[cm]?ts$/.test(path) ? path : undefined;
  };
}
