import { typescript, type ts } from './compiler.js';
import type { Position } from '../../base/model/position.js';
import { closedHost } from './closed-host.js';
import { closedWorld } from './closed-world.js';
import { typeLibrary } from './mini-lib.js';
import type { ProgramInput } from './program-input.js';
import { positionAt } from './position.js';
import { sharedFiles } from './shared-files.js';

/** A syntax error: its place, and the compiler's message. */
export interface SyntaxError {
  readonly message: string;
  readonly position: Position;
}

export interface SourceProgram {
  readonly checker: ts.TypeChecker;
  /** The root files and their imports, without our own declarations. */
  readonly files: readonly ts.SourceFile[];
  /** The files that each file imports, by path. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly root: string;
  readonly runtime: string;
  /** Returns why an import of a file is not followed; undefined if it is. */
  whyUnread(name: string, from: string): string | undefined;
  /** Returns the syntax errors of one file. */
  syntaxErrors(file: ts.SourceFile): readonly SyntaxError[];
}

/** Builds the compiler's program over a closed world: the project's own files and our own declarations, nothing else. */
export function createSourceProgram(input: ProgramInput, library = typeLibrary): SourceProgram {
  const options: ts.CompilerOptions & { readonly target: ts.ScriptTarget } = {
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.ESNext,
    strict: true,
    noLib: true,
    types: [],
    allowJs: input.followsCode ?? false,
  };
  const world = closedWorld(input);
  const shared = sharedFiles();
  const { host, imports, unparsed } = closedHost(input, world, options.target, shared, library);
  const rootNames = [library.path, ...input.kindFiles, ...input.otherFiles];
  const program = typescript.createProgram({ rootNames, options, host });
  const checker = program.getTypeChecker();
  shared.keep();
  return {
    checker,
    files: program
      .getSourceFiles()
      .filter(({ fileName }) => fileName !== library.path && !fileName.startsWith(`${input.runtime}/`)),
    imports,
    root: input.root,
    runtime: input.runtime,
    whyUnread: (name, from) => world.whyUnread(name, from),
    syntaxErrors: (file) => {
      const known = unparsed.get(file.fileName);
      const found = known === undefined ? program.getSyntacticDiagnostics(file) : [known];
      return found.map(({ start, length, messageText }) => ({
        message: typeof messageText === 'string' ? messageText : messageText.messageText,
        position: positionAt(file, start, start + length, input.root),
      }));
    },
  };
}
