import { posix } from 'node:path';
import { miniLib } from './mini-lib.js';
import { typescript, type ts } from './compiler.js';

/** What the compiler is given: texts, and where the declarations of our own package stand. All paths are absolute. */
export interface ProgramInput {
  /** Folder that relative imports may not leave. */
  readonly root: string;
  /** Files that hold kinds. What they import, built-in types included, is read. */
  readonly kindFiles: readonly string[];
  /** Files that only carry permissions: what they import of the built-in types is of no interest and not read. */
  readonly otherFiles: readonly string[];
  /** Folder of the runtime's declarations (`api/index.d.ts`, `k8s/<group>/<version>.d.ts`). */
  readonly runtime: string;
  /** The text of a file, or undefined where there is none. */
  readonly read: (path: string) => string | undefined;
}

export interface SourceProgram {
  readonly checker: ts.TypeChecker;
  /** The project's files: the roots and what they import, without our own declarations. */
  readonly files: readonly ts.SourceFile[];
  readonly root: string;
  readonly runtime: string;
  /** Problems of syntax in one file. */
  syntaxErrors(file: ts.SourceFile): readonly ts.Diagnostic[];
}

const libPath = '/operator-gen/lib.d.ts';
const runtimePackage = '@operator-gen/runtime/';

/** Builds the compiler's program over a closed world: the project's own files and our own declarations, nothing else. */
export function createSourceProgram(input: ProgramInput): SourceProgram {
  const reached = new Set(input.kindFiles);
  const resolve = (name: string, from: string): string | undefined => {
    if (name.startsWith(runtimePackage)) {
      const part = name.slice(runtimePackage.length);
      if (part === 'api') return posix.join(input.runtime, 'api/index.d.ts');
      if (!part.startsWith('k8s/') || !(reached.has(from) || from.startsWith(input.runtime))) return undefined;
      return existing(input, [posix.join(input.runtime, `${part}.d.ts`)]);
    }
    if (!name.startsWith('./') && !name.startsWith('../')) return undefined;
    const target = posix.join(posix.dirname(from), name);
    const found = existing(input, candidates(target));
    // Kind files come first in the program, so everything that they import is marked before any other file is read.
    if (found !== undefined && reached.has(from)) reached.add(found);
    return found;
  };

  const options: ts.CompilerOptions = {
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.ESNext,
    strict: true,
    noLib: true,
    types: [],
  };
  const parseOptions = { languageVersion: options.target!, jsDocParsingMode: typescript.JSDocParsingMode.ParseNone };
  const host: ts.CompilerHost = {
    getSourceFile: (path) => {
      const text = path === libPath ? miniLib : input.read(path);
      return text === undefined ? undefined : typescript.createSourceFile(path, text, parseOptions, false);
    },
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const path = resolve(text, from);
        return {
          resolvedModule: path === undefined ? undefined : { resolvedFileName: path, extension: extensionOf(path) },
        };
      }),
    getDefaultLibFileName: () => libPath,
    getCurrentDirectory: () => input.root,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => input.read(path) !== undefined,
    readFile: input.read,
    writeFile: () => undefined,
  };

  const program = typescript.createProgram({
    rootNames: [libPath, ...input.kindFiles, ...input.otherFiles],
    options,
    host,
  });
  return {
    checker: program.getTypeChecker(),
    files: program
      .getSourceFiles()
      .filter(({ fileName }) => fileName !== libPath && !fileName.startsWith(`${input.runtime}/`)),
    root: input.root,
    runtime: input.runtime,
    syntaxErrors: (file) => program.getSyntacticDiagnostics(file),
  };
}

function existing(input: ProgramInput, paths: readonly string[]): string | undefined {
  return paths.find(
    (path) =>
      (path.startsWith(`${input.root}/`) || path.startsWith(`${input.runtime}/`)) && input.read(path) !== undefined,
  );
}

/** The files that an import can mean: `./x.js` is `x.ts` on disk. */
function candidates(target: string): readonly string[] {
  const base = target.replace(/\.(js|ts)$/, '');
  return [`${base}.ts`, `${base}.d.ts`, `${target}/index.ts`];
}

function extensionOf(path: string): string {
  return path.endsWith('.d.ts') ? '.d.ts' : '.ts';
}
