import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import type { Host } from '../../../base/io/host.js';
import type { RenamedExport } from '../../../base/model/renamed-export.js';
import { isBinary } from '../../../base/text/text.js';
import { bounded } from '../../../language/compiler/bounded.js';
import { compilerProblem } from '../../../language/compiler/compiler-problem.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { modifiersWithoutEnd, repeatedModifiers } from '../../../language/compiler/repeated-modifiers.js';
import { bindingsOf } from '../code/bindings.js';
import { applyEdits, problemAt, type FileEdits } from '../code/code-edit.js';
import { createCodeService, type CodeService } from '../code/code-service.js';
import { codeOf, readWorld, type CodeWorld } from '../code/code-world.js';
import { isName } from '../code/identifiers.js';
import { parseCode } from '../code/parse-code.js';
import { markerEdits, type MarkedNames } from '../markers/marker-edits.js';
import { withAliases } from '../names/rename-aliases.js';
import { renameEdits, type NamedIn } from '../names/rename-edits.js';
import { renameExports } from '../names/rename-exports.js';
import { renameProblems } from '../names/rename-problems.js';
import { configEdits } from './config-paths.js';
import { blockedMoves, moveEdits, type Moves } from './move-edits.js';
import type { Redirect } from './moved-specifier.js';

/** A change to a project's code. Paths are those before the change, relative to the root, with forward slashes. */
export interface CodeMove {
  /** New paths of files by old ones. */
  readonly moves?: ReadonlyMap<string, string>;
  /** New paths, by old ones, of files that something else moves and to which code can refer. */
  readonly outputs?: ReadonlyMap<string, string>;
  /**
   * New names for declarations of a file: at the top level or nested, exported or not, but not members of classes and
   * types.
   */
  readonly renames?: readonly NamedIn[];
  /** Imports that must refer to other files than before, although no file moves. */
  readonly redirects?: readonly Redirect[];
  /** Renamed resources to which the markers of the code refer in strings. */
  readonly marked?: MarkedNames;
  /** Exports of packages that have other names after the change. */
  readonly renamedExports?: readonly RenamedExport[];
}

/** The result of a code change. If there are errors, nothing must be written, and `files` is empty. */
export interface CodeChange {
  /** The complete text of every file that moves or changes, by its new path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Diagnostic[];
}

/**
 * Plans a code change: moves files and rewrites every import of them and in them, and renames declarations in every
 * file that refers to them: in code, imports, re-exports, links in comments, and markers. Everything else is kept:
 * other comments, strings, and formatting. A file that does not exist is not moved, and names that a file does not
 * declare are ignored.
 */
export function planCodeMove(host: Host, root: string, move: CodeMove): CodeChange {
  try {
    return bounded(() => planWithin(host, root, move));
  } catch (error) {
    const problem = compilerProblem(error, undefined);
    if (problem === undefined) throw error;
    return { files: new Map(), problems: [problem] };
  }
}

function planWithin(
  host: Host,
  root: string,
  { moves = new Map(), outputs = new Map(), renames = [], redirects = [], marked, renamedExports = [] }: CodeMove,
): CodeChange {
  const world = readWorld(host, root);
  const placed = (paths: ReadonlyMap<string, string>): Moves =>
    new Map(
      [...paths]
        .map(([from, to]) => [posix.join(root, from), posix.join(root, to)] as const)
        .filter(([from, to]) => from !== to && world.files.has(from)),
    );
  const moved = placed(moves);
  const followed = new Map([...moved, ...mentioned(world, placed(outputs))]);
  const renamed = renames
    .filter(({ name, newName }) => name !== newName)
    .map((each) => ({ ...each, file: posix.join(root, each.file) }));
  const reserved = renamed.filter(({ newName }) => !isName(newName)).map((each) => diagnostic('reserved-name', each));
  const refused = [...blockedMoves(world, moved), ...reserved];
  const redirected = redirects.map(({ from, to, isIn }) => ({
    from: posix.join(root, from),
    to: posix.join(root, to),
    isIn: (file: string) => isIn(posix.relative(root, file)),
  }));
  const isIdle =
    followed.size + renamed.length + redirects.length + renamedExports.length === 0 && marked === undefined;
  if (refused.length > 0 || isIdle) return { files: new Map(), problems: refused };
  const endless = repeatedProblems(root, codeOf(world), world.read);
  if (endless.length > 0) return { files: new Map(), problems: endless };

  const service = renamed.length === 0 && marked === undefined ? undefined : createCodeService(world);
  const program = service?.program() ?? parseCode(world);
  const unparsed = syntaxProblems(root, program.getSyntacticDiagnostics());
  if (unparsed.length > 0) return { files: new Map(), problems: unparsed };

  const changes = [
    moveEdits(host, world, program, followed, redirected),
    configEdits(world, followed),
    ...(marked ? [markerEdits(world, program, marked)] : []),
    renameExports(world, renamedExports),
    ...(service ? [renameSymbols(world, service, renamed)] : []),
  ];
  const changed = new Set([...moved.keys(), ...changes.flatMap(({ edits }) => [...edits.keys()])]);
  const texts = new Map<string, string>();
  const edited: string[] = [];
  for (const path of changed) {
    const edits = changes.flatMap((each) => each.edits.get(path) ?? []);
    const text = host.read(path) ?? '';
    if (edits.length > 0 && isBinary(text)) edited.push(path);
    texts.set(path, applyEdits(text, edits));
  }
  const binary = edited.map((path) => diagnostic('not-utf8', { path: posix.relative(root, path) }));
  const problems = [...changes.flatMap((each) => each.problems), ...binary];
  if (hasErrors(problems)) return { files: new Map(), problems };
  const files = [...texts].map(([path, text]) => [posix.relative(root, moved.get(path) ?? path), text] as const);
  return { files: new Map(files), problems };
}

/** Returns the moves of files to which code can refer: if there are none, no code is parsed. */
function mentioned(world: CodeWorld, moves: Moves): Moves {
  if (moves.size === 0) return moves;
  const texts = [...world.files]
    .filter((path) => /\.(?:[cm]?[jt]sx?|json)$/.test(path))
    .map((path) => world.readable(path) ?? '');
  return new Map([...moves].filter(([from]) => texts.some((text) => text.includes(posix.basename(from)))));
}

/** Returns the first syntax error of each file, because the meaning of an incomplete file is unknown. */
function syntaxProblems(root: string, found: readonly ts.Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const { file, start = 0, length = 1, messageText } of found) {
    if (file === undefined || first.has(file.fileName)) continue;
    const message = typescript.flattenDiagnosticMessageText(messageText, '; ');
    first.set(file.fileName, problemAt(root, file, [start, start + length], 'code-syntax-error', { message }));
  }
  return [...first.values()];
}

/** Returns problems for files on which the compiler would not terminate. */
function repeatedProblems(
  root: string,
  paths: readonly string[],
  read: (path: string) => string | undefined,
): readonly Diagnostic[] {
  return paths.flatMap((path) => {
    const text = read(path) ?? '';
    const at = repeatedModifiers(text);
    if (at === undefined) return [];
    const before = typescript.createSourceFile(path, text.slice(0, at), typescript.ScriptTarget.Latest, false);
    return [problemAt(root, before, [at, at], 'code-syntax-error', { message: modifiersWithoutEnd })];
  });
}

/** Renames declarations, given with absolute paths. Returns problems where code would change its meaning. */
function renameSymbols(world: CodeWorld, service: CodeService, renames: readonly NamedIn[]): FileEdits {
  const program = service.program();
  const code = codeOf(world);
  const { edits: found, aliases } = withAliases(program, renames, renameEdits(service.language, renames));
  const names = new Set([...renames.flatMap(({ name, newName }) => [name, newName]), ...aliases]);
  const before = bindingsOf(program, code, names);
  const edits = new Map([...found].map(([path, of]) => [path, [...of.values()]]));
  service.change(new Map([...edits].map(([path, of]) => [path, applyEdits(program.getSourceFile(path)!.text, of)])));
  const after = bindingsOf(service.program(), code, names);
  return { edits, problems: renameProblems({ root: world.root, program, renames, edits: found, before, after }) };
}
