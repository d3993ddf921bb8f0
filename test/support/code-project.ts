import { posix } from 'node:path';
import { disk } from '../../src/base/io/disk.js';
import type { Host } from '../../src/base/io/host.js';
import { overlay } from '../../src/base/io/overlay.js';
import type { CodeChange } from '../../src/scaffold/refactor/moves/plan-code-move.js';
import { typescript, type ts } from '../../src/language/compiler/compiler.js';
import { miniLib } from '../../src/language/compiler/mini-lib.js';
import type { Tree } from './tree.js';

/** The folder that a test uses as the path of its project. */
export const codeRoot = '/operator-gen-test/project';
const libraryPath = '/operator-gen-test/lib.d.ts';

/** Returns a file system with only these files, in the project. */
export function codeHost(files: Tree): Host {
  const absolute = Object.entries(files).map(([path, text]) => [posix.join(codeRoot, path), text] as const);
  return { ...overlay(disk, new Map(absolute)), realpath: (path) => path };
}

/** Returns the files after a change that moves some of them. */
export function changed(files: Tree, change: CodeChange, moves: ReadonlyMap<string, string> = new Map()): Tree {
  if (change.problems.length > 0) throw new Error(change.problems.map(({ message }) => message).join('\n'));
  const kept = Object.entries(files).filter(([path]) => !moves.has(path));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(change.files) };
}

/** Returns the compiler's messages about a project with the module system of Node, under its own tsconfig.json. */
export function typeProblems(files: Tree): readonly string[] {
  const host = codeHost({ 'package.json': '{"type":"module"}', ...files });
  const config = typescript.parseConfigFileTextToJson('tsconfig.json', files['tsconfig.json'] ?? '{}').config as object;
  const parseHost = {
    useCaseSensitiveFileNames: true,
    fileExists: () => false,
    readFile: () => '',
    readDirectory: () => [],
  };
  const { options } = typescript.parseJsonConfigFileContent(config, parseHost, codeRoot);
  const rootNames = Object.keys(files)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => posix.join(codeRoot, path));
  const compilerHost: ts.CompilerHost = {
    getSourceFile: (path, version) => {
      const text = path === libraryPath ? miniLib : host.read(path);
      return text === undefined ? undefined : typescript.createSourceFile(path, text, version);
    },
    getDefaultLibFileName: () => libraryPath,
    getCurrentDirectory: () => codeRoot,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => host.read(path) !== undefined,
    readFile: (path) => host.read(path),
    writeFile: () => undefined,
  };
  const strict = { module: typescript.ModuleKind.NodeNext, target: typescript.ScriptTarget.ES2022, strict: true };
  const program = typescript.createProgram({
    rootNames: [libraryPath, ...rootNames],
    options: { ...strict, types: [], noLib: true, noEmit: true, experimentalDecorators: true, ...options },
    host: compilerHost,
  });
  return typescript
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, start, messageText }) =>
        `${file?.fileName}:${start} ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
