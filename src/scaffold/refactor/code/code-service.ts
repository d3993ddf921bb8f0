import { codeOf, type CodeWorld } from './code-world.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { libraryPath, miniLib } from '../../../language/compiler/mini-lib.js';

/**
 * The compiler's language service for the project's own code. Packages are not read, and only an outline of the
 * standard library is read.
 */
export interface CodeService {
  readonly language: ts.LanguageService;
  /** Returns the program for the current texts. */
  readonly program: () => ts.Program;
  /** Replaces the texts of these files. */
  readonly change: (texts: ReadonlyMap<string, string>) => void;
}

export function createCodeService(world: CodeWorld): CodeService {
  const changed = new Map<string, string>();
  const read = (path: string): string | undefined =>
    path === libraryPath ? miniLib : (changed.get(path) ?? world.read(path));
  const names = [libraryPath, ...codeOf(world)];
  const options: ts.CompilerOptions = {
    ...Object.assign({}, ...world.configs.toReversed().map((each) => each.options)),
    noLib: true,
    types: [],
    resolveJsonModule: true,
  };
  const language = typescript.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => names,
    getScriptVersion: (path) => (changed.has(path) ? '2' : '1'),
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => world.root,
    getDefaultLibFileName: () => libraryPath,
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
    useCaseSensitiveFileNames: () => true,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const path = world.resolve(text, from);
        return {
          resolvedModule: path === undefined ? undefined : { resolvedFileName: path, extension: endingOf(path) },
        };
      }),
  });
  return {
    language,
    program: () => language.getProgram()!,
    change: (texts) => {
      for (const [path, text] of texts) changed.set(path, text);
    },
  };
}

function endingOf(path: string): string {
  return /(?:\.d)?\.[^./]+$/.exec(path)?.[0] ?? '';
}
