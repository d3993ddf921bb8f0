import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import type { Host } from '../io/host.js';
import { bounded } from '../compiler/bounded.js';
import { applyEdits } from './code-edit.js';
import { encodingProblems, repeatedProblems, syntaxProblems } from './code-problems.js';
import { createCodeService } from './code-service.js';
import { codeOf, readWorld } from './code-world.js';
import { compilerProblem } from '../compiler/compiler-problem.js';
import { isName } from './identifiers.js';
import { markerEdits, type MarkedNames } from './marker-edits.js';
import { blockedMoves, moveEdits } from './move-edits.js';
import type { Redirect } from './moved-specifier.js';
import { parseCode } from './parse-code.js';
import type { NamedIn } from './rename-edits.js';
import { renameSymbols } from './rename-symbols.js';

/** What is to change in a project's code. Paths are relative to its root, with forward slashes, and those of before. */
export interface CodeMove {
  /** New paths of files by old ones. */
  readonly moves?: ReadonlyMap<string, string>;
  /** New names for what a file declares: at its top or further in, exported or not, but not members of classes and types. */
  readonly renames?: readonly NamedIn[];
  /** Imports that are to lead to other files than before, without a file that moves. */
  readonly redirects?: readonly Redirect[];
  /** Resources that the markers of the code name in texts. */
  readonly marked?: MarkedNames;
}

/** What a change of code comes to. Where there are errors nothing is to be written, and `files` is empty. */
export interface CodeChange {
  /** The whole text of every file that moves or reads differently, by the path it then has, relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly Diagnostic[];
}

/**
 * Files that move, with every import of them and in them rewritten; and things that get new names, in every file that names
 * them: code, imports, re-exports, links in comments, markers. All else stays as it is: other comments, texts, and how code is laid out.
 * A file that is not there does not move, and what a file does not declare is passed over.
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
  { moves = new Map(), renames = [], redirects = [], marked }: CodeMove,
): CodeChange {
  const world = readWorld(host, root);
  const moved = new Map(
    [...moves]
      .map(([from, to]) => [posix.join(root, from), posix.join(root, to)] as const)
      .filter(([from, to]) => from !== to && world.files.has(from)),
  );
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
  const isIdle = moved.size + renamed.length + redirects.length === 0 && marked === undefined;
  if (refused.length > 0 || isIdle) return { files: new Map(), problems: refused };
  const endless = repeatedProblems(root, codeOf(world), world.read);
  if (endless.length > 0) return { files: new Map(), problems: endless };

  const service = renamed.length === 0 && marked === undefined ? undefined : createCodeService(world);
  const program = service?.program() ?? parseCode(world);
  const unparsed = syntaxProblems(root, program.getSyntacticDiagnostics());
  if (unparsed.length > 0) return { files: new Map(), problems: unparsed };

  const changes = [
    moveEdits(host, world, program, moved, redirected),
    ...(marked ? [markerEdits(world, program, marked)] : []),
    ...(service ? [renameSymbols(world, service, renamed)] : []),
  ];
  const changed = new Set([...moved.keys(), ...changes.flatMap(({ edits }) => [...edits.keys()])]);
  const texts = new Map<string, string>();
  for (const path of changed) {
    const edits = changes.flatMap((each) => each.edits.get(path) ?? []);
    texts.set(path, applyEdits(host.read(path) ?? '', edits));
  }
  const problems = [...changes.flatMap((each) => each.problems), ...encodingProblems(root, texts)];
  if (hasErrors(problems)) return { files: new Map(), problems };
  const files = [...texts].map(([path, text]) => [posix.relative(root, moved.get(path) ?? path), text] as const);
  return { files: new Map(files), problems };
}
