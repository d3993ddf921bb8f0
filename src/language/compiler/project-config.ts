import { posix } from 'node:path';
import { typescript, type ts } from './compiler.js';
import { mostExtendedConfigs } from '../../base/model/limits.js';
import type { ImportFiles } from './import-files.js';

/** One tsconfig.json of a project, including what it extends. */
export interface ProjectConfig {
  readonly folder: string;
  readonly options: ts.CompilerOptions;
  /** The tsconfig files that it references, as absolute paths. */
  readonly references: readonly string[];
}

/** Reads a tsconfig.json; undefined if there is none. The files that it includes are not determined. */
export function readConfig(path: string, { read }: Pick<ImportFiles, 'read'>): ProjectConfig | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  const folder = posix.dirname(path);
  const { config } = typescript.parseConfigFileTextToJson(path, text) as { config?: unknown };
  const known = new Map<string, ts.ExtendedConfigCacheEntry>();
  let extended = 0;
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    fileExists: (each) => read(each) !== undefined,
    // The compiler recurses into a chain of files.
    readFile: (each) => {
      extended += 1;
      return extended > mostExtendedConfigs ? undefined : read(each);
    },
    readDirectory: () => [],
  };
  const parsed = typescript.parseJsonConfigFileContent(
    config ?? {},
    host,
    folder,
    undefined,
    undefined,
    undefined,
    undefined,
    // Configurations that each extend the next one twice are read once, and not 2^n times.
    known,
  );
  const references = (parsed.projectReferences ?? []).map((each) =>
    each.path.endsWith('.json') ? each.path : posix.join(each.path, 'tsconfig.json'),
  );
  return { folder, options: parsed.options, references };
}

/**
 * Reads the project's tsconfig.json, and those inside the project that it references. The nearest one applies to the
 * folder of a file.
 */
export function readConfigs(root: string, files: Pick<ImportFiles, 'read'>): readonly ProjectConfig[] {
  const found = new Map<string, ProjectConfig>();
  const visit = (path: string): void => {
    const config = found.has(path) || !path.startsWith(`${root}/`) ? undefined : readConfig(path, files);
    if (config === undefined) return;
    found.set(path, config);
    config.references.forEach(visit);
  };
  visit(posix.join(root, 'tsconfig.json'));
  return [...found.values()];
}
