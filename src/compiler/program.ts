import { posix } from 'node:path';
import { miniLib } from './mini-lib.js';
import { typescript, type ts } from './compiler.js';
import { packageImports } from './package-imports.js';
import { parseSource } from './parse-source.js';
import { modifiersWithoutEnd } from './repeated-modifiers.js';
import type { ImportFiles } from './import-files.js';

/** What the compiler is given: texts, and where the declarations of our own package stand. All paths are absolute. */
export interface ProgramInput extends ImportFiles {
  /** Folder that relative imports may not leave. */
  readonly root: string;
  /** Files that hold kinds. What they import, built-in types included, is read. */
  readonly kindFiles: readonly string[];
  /** Files that only carry permissions: what they import of the built-in types is of no interest and not read. */
  readonly otherFiles: readonly string[];
  /** Folder of the runtime's declarations (`api/index.d.ts`, `k8s/<group>/<version>.d.ts`). */
  readonly runtime: string;
}

export interface SourceProgram {
  readonly checker: ts.TypeChecker;
  /** The roots and what they import, without our own declarations. */
  readonly files: readonly ts.SourceFile[];
  /** The files that each file imports, by path. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly root: string;
  readonly runtime: string;
  /** Why an import of a file cannot be followed; undefined where it can. */
  whyUnread(name: string, from: string): string | undefined;
  /** Problems of syntax in one file. */
  syntaxErrors(file: ts.SourceFile): readonly ts.Diagnostic[];
}

/** Where the standard library pretends to stand. */
export const libraryPath = '/operator-gen/lib.d.ts';
const runtimePackage = '@operator-gen/runtime/';

/** Builds the compiler's program over a closed world: the project's own files and our own declarations, nothing else. */
export function createSourceProgram(input: ProgramInput): SourceProgram {
  const reached = new Set(input.kindFiles);
  const fromPackage = packageImports(input.root, input);
  // Other packages of the workspace that an import led to: their files may import each other.
  const outside = new Set<string>();
  const resolve = (name: string, from: string): string | undefined => {
    if (name.startsWith(runtimePackage)) {
      const part = name.slice(runtimePackage.length);
      if (part === 'api') return posix.join(input.runtime, 'api/index.d.ts');
      if (!part.startsWith('k8s/') || !(reached.has(from) || from.startsWith(input.runtime))) return undefined;
      const path = posix.join(input.runtime, `${part}.d.ts`);
      return input.read(path) === undefined ? undefined : path;
    }
    // Only what a kind can be made of is looked for.
    if (!reached.has(from)) return isRelative(name) ? relative(name, from) : undefined;
    const found = isRelative(name) ? relative(name, from) : fromPackage(name, from);
    if (found !== undefined && !isRelative(name) && !found.startsWith(`${input.root}/`)) outside.add(packageOf(found));
    // Kind files come first in the program, so everything that they import is marked before any other file is read.
    if (found !== undefined) reached.add(found);
    return found;
  };

  const relative = (name: string, from: string): string | undefined => {
    const folders = [input.root, input.runtime, ...outside];
    const paths = candidates(posix.join(posix.dirname(from), name));
    return paths.find(
      (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && input.read(path) !== undefined,
    );
  };

  /** The folder of the package that a file belongs to. */
  const packageOf = (file: string): string => {
    let folder = posix.dirname(file);
    while (folder !== posix.dirname(folder) && input.read(posix.join(folder, 'package.json')) === undefined) {
      folder = posix.dirname(folder);
    }
    return folder;
  };

  const options: ts.CompilerOptions = {
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.ESNext,
    strict: true,
    noLib: true,
    types: [],
  };
  const parseOptions = { languageVersion: options.target!, jsDocParsingMode: typescript.JSDocParsingMode.ParseNone };
  const imports = new Map<string, readonly string[]>();
  const unparsed = new Map<string, ts.DiagnosticWithLocation>();
  const host: ts.CompilerHost = {
    getSourceFile: (path) => {
      const text = path === libraryPath ? miniLib : input.read(path);
      if (text === undefined) return undefined;
      const file = parseSource(path, text, parseOptions, false);
      const start = file.text.length;
      const category = typescript.DiagnosticCategory.Error;
      if (start < text.length) {
        unparsed.set(path, { file, start, length: 1, messageText: modifiersWithoutEnd, category, code: 0 });
      }
      return file;
    },
    resolveModuleNameLiterals: (literals, from) => {
      const paths = literals.map(({ text }) => resolve(text, from));
      imports.set(
        from,
        paths.filter((path) => path !== undefined),
      );
      return paths.map((path) => ({
        resolvedModule: path === undefined ? undefined : { resolvedFileName: path, extension: extensionOf(path) },
      }));
    },
    getDefaultLibFileName: () => libraryPath,
    getCurrentDirectory: () => input.root,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => input.read(path) !== undefined,
    readFile: input.read,
    writeFile: () => undefined,
  };

  const program = typescript.createProgram({
    rootNames: [libraryPath, ...input.kindFiles, ...input.otherFiles],
    options,
    host,
  });
  return {
    checker: program.getTypeChecker(),
    files: program
      .getSourceFiles()
      .filter(({ fileName }) => fileName !== libraryPath && !fileName.startsWith(`${input.runtime}/`)),
    imports,
    root: input.root,
    runtime: input.runtime,
    whyUnread: (name, from) => {
      if (resolve(name, from) !== undefined) return undefined;
      if (name.startsWith(runtimePackage)) return 'is not a module of the runtime with types';
      if (!isRelative(name)) return 'is neither a path alias of tsconfig.json nor a package of the same workspace';
      const target = posix.join(posix.dirname(from), name);
      return target.startsWith(`${input.root}/`) ? 'does not exist' : 'is outside the project';
    },
    syntaxErrors: (file) => {
      const known = unparsed.get(file.fileName);
      return known === undefined ? program.getSyntacticDiagnostics(file) : [known];
    },
  };
}

function isRelative(name: string): boolean {
  return name.startsWith('./') || name.startsWith('../');
}

/** The files that an import can mean: `./x.js` is `x.ts` on disk. */
function candidates(target: string): readonly string[] {
  const base = target.replace(/\.(js|ts)$/, '');
  return [`${base}.ts`, `${base}.d.ts`, `${target}/index.ts`];
}

function extensionOf(path: string): string {
  return path.endsWith('.d.ts') ? '.d.ts' : '.ts';
}
