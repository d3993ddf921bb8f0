import { posix } from 'node:path';
import { typescript, type ts } from './compiler.js';
import type { ClosedWorld } from './closed-world.js';
import type { Library } from './mini-lib.js';
import { parseSource } from './parse-source.js';
import type { ProgramInput } from './program-input.js';
import { modifiersWithoutEnd } from './repeated-modifiers.js';
import type { SharedFiles } from './shared-files.js';

/** The compiler's view of a closed world, and what it found there. */
export interface ClosedHost {
  readonly host: ts.CompilerHost;
  /** The files that each file imports, by path. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** The reasons why files were parsed only in part, by path. */
  readonly unparsed: ReadonlyMap<string, ts.DiagnosticWithLocation>;
}

/** Creates the host of a program over a closed world. */
export function closedHost(
  { root, runtime, read }: ProgramInput,
  world: ClosedWorld,
  languageVersion: ts.ScriptTarget,
  shared: SharedFiles,
  library: Library,
): ClosedHost {
  const parseOptions = { languageVersion, jsDocParsingMode: typescript.JSDocParsingMode.ParseNone };
  const imports = new Map<string, readonly string[]>();
  const unparsed = new Map<string, ts.DiagnosticWithLocation>();
  const host: ts.CompilerHost = {
    getSourceFile: (path) => {
      const text = path === library.path ? library.text : read(path);
      if (text === undefined) return undefined;
      const parse = (): ts.SourceFile => parseSource(path, text, parseOptions, false);
      if (path === library.path || path.startsWith(`${runtime}/`)) return shared.get(path, text, parse);
      const file = parse();
      if (file.text.length < text.length) unparsed.set(path, cutOff(file));
      return file;
    },
    resolveModuleNameLiterals: (literals, from) => {
      const paths = literals.map(({ text }) => world.resolve(text, from));
      imports.set(
        from,
        paths.filter((path) => path !== undefined),
      );
      return paths.map((path) => ({
        resolvedModule: path === undefined ? undefined : { resolvedFileName: path, extension: extensionOf(path) },
      }));
    },
    getDefaultLibFileName: () => library.path,
    getCurrentDirectory: () => root,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    writeFile: () => undefined,
  };
  return { host, imports, unparsed };
}

/** The problem of a file that the compiler sees only up to endless modifiers. */
function cutOff(file: ts.SourceFile): ts.DiagnosticWithLocation {
  const category = typescript.DiagnosticCategory.Error;
  return { file, start: file.text.length, length: 1, messageText: modifiersWithoutEnd, category, code: 0 };
}

function extensionOf(path: string): string {
  return path.endsWith('.d.ts') ? '.d.ts' : posix.extname(path);
}
