import { codeOf, type CodeWorld } from './code-world.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { parseSource } from '../compiler/parse-source.js';

/** Parses the code of a project without resolving imports or types. */
export function parseCode(world: CodeWorld): ts.Program {
  const parseOptions = {
    languageVersion: typescript.ScriptTarget.Latest,
    jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
  };
  return typescript.createProgram({
    rootNames: [...codeOf(world)],
    options: { noResolve: true, noLib: true, types: [], jsx: typescript.JsxEmit.Preserve },
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
