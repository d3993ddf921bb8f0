import { posix } from 'node:path';
import { codeOf, type CodeWorld } from './code-world.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseSource } from '../../../language/compiler/parse-source.js';

/** Parses the code of a project without resolving imports or types. */
export function parseCode(world: CodeWorld, paths = codeOf(world)): ts.Program {
  const parseOptions = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  };
  return typescript.createProgram({
    rootNames: [...paths],
    options: { noResolve: true, noLib: true, types: [], jsx: typescript.JsxEmit.Preserve, allowJs: true },
    host: {
      getSourceFile: (path) => parseSource(path, world.read(path) ?? '', parseOptions, false),
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => world.root,
      getCanonicalFileName: (path) => path,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
      fileExists: (path) => world.files.has(path),
      readFile: world.read,
      writeFile: () => undefined,
    },
  });
}

/** Larger scripts are not written by hand. */
const longestScript = 512 * 1024;

/** Reports whether a change can affect a file. */
type IsConcerned = (path: string, text: string) => boolean;

/** Parses the JavaScript files of a project that a change can affect. Files that cannot be read or parsed are not changed. */
export function parseScripts(world: CodeWorld, isConcerned: IsConcerned): ts.Program {
  return parseValid(
    world,
    [...world.files].filter((path) => isConcernedScript(world, path, isConcerned)),
  );
}

/** Parses all code that a change can affect, if it can be read and parsed. */
export function parseConcerned(world: CodeWorld, isConcerned: IsConcerned): ts.Program {
  const code = codeOf(world).filter((path) => isConcerned(path, world.readable(path) ?? ''));
  const scripts = [...world.files].filter((path) => isConcernedScript(world, path, isConcerned));
  return parseValid(world, [...code, ...scripts]);
}

function isConcernedScript(world: CodeWorld, path: string, isConcerned: IsConcerned): boolean {
  const text = /\.[cm]?jsx?$/.test(path) ? world.readable(path) : undefined;
  return text !== undefined && text.length <= longestScript && isConcerned(path, text);
}

function parseValid(world: CodeWorld, paths: readonly string[]): ts.Program {
  const program = parseCode(world, paths);
  const valid = paths.filter((path) => parseErrors(program.getSourceFile(path)!).length === 0);
  return valid.length === paths.length ? program : parseCode(world, valid);
}

/** Returns the words by which code can refer to files: their names without extensions, and the names of their folders. */
export function wordsFor(paths: Iterable<string>): readonly string[] {
  const words = [...paths].flatMap((path) => {
    const name = posix.basename(path).replace(/\.[^.]+$/, '');
    return name === 'index' ? [posix.basename(posix.dirname(path)), name] : [name];
  });
  return [...new Set(words)].filter((word) => word !== '');
}
