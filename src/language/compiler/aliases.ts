import { posix } from 'node:path';
import type { ProjectConfig } from './project-config.js';
import type { ImportFiles } from './import-files.js';
import { importResolver, resolutionOptions } from './resolve-import.js';

type Resolver = (specifier: string, from: string) => string | undefined;

/**
 * Returns a resolver for imports of the project's own files by name: through `paths` and `baseUrl` of its tsconfig
 * files, `imports` of its package.json, or its own name. No other names are resolved, because finding a package costs
 * more than the whole project.
 */
export function aliasResolver(files: ImportFiles, root: string, configs: readonly ProjectConfig[]): Resolver {
  const own = ownName(files, root);
  const resolvers = configs.map((config) => ({ config, resolve: withOptions(files, root, config) }));
  if (configs.length === 0) resolvers.push({ config: bare(root), resolve: withOptions(files, root, bare(root)) });
  return (specifier, from) => {
    const isOwn = specifier.startsWith('#') || (own !== undefined && `${specifier}/`.startsWith(`${own}/`));
    for (const { resolve } of resolvers.toSorted((a, b) => nearness(b.config, from) - nearness(a.config, from))) {
      const found = resolve(specifier, from, isOwn);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function bare(root: string): ProjectConfig {
  return { folder: root, options: {}, references: [] };
}

/**
 * Returns how close a configuration is to a file. Of the configurations that contain the file's folder the deepest one
 * comes first, then all others.
 */
function nearness({ folder }: ProjectConfig, file: string): number {
  return file.startsWith(`${folder}/`) ? folder.length : 0;
}

function withOptions(files: ImportFiles, root: string, { options: given }: ProjectConfig) {
  const { baseUrl, paths } = given;
  const starts = [
    ...Object.keys(paths ?? {}).map((key) => key.split('*', 1)[0]!),
    ...(baseUrl === undefined ? [] : ['']),
  ];
  const find = importResolver(root, files, () => ({ ...resolutionOptions(given), resolveJsonModule: true }));
  return (specifier: string, from: string, isOwn: boolean): string | undefined => {
    if (!isOwn && !starts.some((start) => specifier.startsWith(start))) return undefined;
    const path = find(specifier, from);
    return path?.startsWith(`${root}/`) ? path : undefined;
  };
}

function ownName({ read }: Pick<ImportFiles, 'read'>, root: string): string | undefined {
  try {
    const { name } = JSON.parse(read(posix.join(root, 'package.json')) ?? '{}') as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}
