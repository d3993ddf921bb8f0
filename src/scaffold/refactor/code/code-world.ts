import { posix } from 'node:path';
import { DiagnosticsError } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import { aliasResolver } from '../../../language/compiler/aliases.js';
import { readConfigs, type ProjectConfig } from '../../../language/compiler/project-config.js';

/** The current or future state of a project's code: its files, and how imports are resolved. Paths are absolute. */
export interface CodeWorld {
  readonly root: string;
  /** Every file of the project, of any type. */
  readonly files: ReadonlySet<string>;
  readonly configs: readonly ProjectConfig[];
  /** Returns the text of a file, or undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Like `read`, but undefined for a file that is rejected, such as one that is too large. */
  readonly readable: (path: string) => string | undefined;
  /** Returns the file that an import refers to; undefined if it is not in the project, or does not exist. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
}

/** Reads the project from disk. Installed packages, hidden folders and compiler output are omitted. */
export function readWorld(host: Host, root: string): CodeWorld {
  const configs = readConfigs(root, host);
  const written = new Set(configs.flatMap(({ options }) => [options.outDir, options.declarationDir]));
  const isLeftOut = (name: string, path: string): boolean =>
    name.startsWith('.') || name === 'node_modules' || written.has(path);
  const files = [...walk(host, root, isLeftOut)].filter(({ kind }) => kind === 'file');
  return createWorld(host, root, new Set(files.map(({ path }) => path)), configs);
}

/** Returns the same project with other files. */
export function createWorld(
  host: Pick<Host, 'read' | 'realpath' | 'kind'>,
  root: string,
  files: ReadonlySet<string>,
  configs: readonly ProjectConfig[],
): CodeWorld {
  const isFile = (path: string): boolean =>
    files.has(path) || (!path.startsWith(`${root}/`) && host.kind(path) === 'file');
  const fromAlias = aliasResolver(host, root, configs);
  return {
    root,
    files,
    configs,
    read: host.read,
    readable: (path) => {
      try {
        return host.read(path);
      } catch (error) {
        if (error instanceof DiagnosticsError) return undefined;
        throw error;
      }
    },
    resolve: (specifier, from) =>
      isRelative(specifier)
        ? candidates(posix.join(posix.dirname(from), specifier)).find(isFile)
        : fromAlias(specifier, from),
  };
}

/** Returns the code files: TypeScript of every type, including declarations. */
export function codeOf(world: CodeWorld): readonly string[] {
  return [...world.files].filter((path) => /\.[cm]?tsx?$/.test(path));
}

export function isRelative(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier);
}

/** Returns the files that a relative import can refer to, best first: `./x.js` is `x.ts` on disk. */
function candidates(target: string): readonly string[] {
  const [, base, kind] = /^(.*)\.([cm]?)jsx?$/.exec(target) ?? [];
  if (base !== undefined) return [`${base}.${kind}ts`, `${base}.${kind}tsx`, `${base}.d.${kind}ts`, target];
  const folder = target.endsWith('/') ? target.slice(0, -1) : target;
  const inFolder = ['ts', 'tsx', 'd.ts', 'js'].map((ending) => `${folder}/index.${ending}`);
  if (folder !== target) return inFolder;
  return [target, ...['ts', 'tsx', 'd.ts', 'js'].map((ending) => `${target}.${ending}`), ...inFolder];
}
