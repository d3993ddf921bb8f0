import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { problemAt, type Edit, type FileEdits } from '../code/code-edit.js';
import { codeOf, createWorld, type CodeWorld } from '../code/code-world.js';
import type { ts } from '../../../language/compiler/compiler.js';
import { parseScripts, wordsFor } from '../code/parse-code.js';
import { movedSpecifier, type Redirect } from './moved-specifier.js';
import { pathTextEdits } from './path-texts.js';
import { specifiersOf } from '../code/specifiers.js';

/** New paths by old ones; both are absolute. */
export type Moves = ReadonlyMap<string, string>;

/**
 * Returns problems for files whose new path is taken. Names that differ only in case are one file on some file systems.
 */
export function blockedMoves({ root, files }: CodeWorld, moves: Moves): readonly Diagnostic[] {
  const taken = new Set([...files].filter((path) => !moves.has(path)).map((path) => path.toLowerCase()));
  const problems: Diagnostic[] = [];
  for (const [from, to] of moves) {
    const parameters = { from: posix.relative(root, from), to: posix.relative(root, to) };
    if (taken.has(to.toLowerCase())) problems.push(diagnostic('move-target-exists', parameters));
    taken.add(to.toLowerCase());
  }
  return problems;
}

/**
 * Returns the edits to imports and to strings with paths that moving the files requires: those of TypeScript files, and
 * those of JavaScript files whose new path is free.
 */
export function moveEdits(
  host: Host,
  before: CodeWorld,
  program: ts.Program,
  moves: Moves,
  redirects: readonly Redirect[] = [],
): FileEdits {
  const move = { before, after: worldAfter(host, before, moves, redirects), moves, redirects };
  const edits = new Map<string, Edit[]>();
  const problems: Diagnostic[] = [];
  const isIdle = moves.size + redirects.length === 0;
  const words = wordsFor([...moves.keys(), ...redirects.map(({ from }) => from)]);
  const isConcerned = (path: string, text: string): boolean =>
    moves.has(path) || words.some((word) => text.includes(word));
  const scripts = isIdle ? [] : parseScripts(before, isConcerned).getSourceFiles();
  const code = isIdle ? [] : codeOf(before).map((path) => program.getSourceFile(path)!);
  for (const file of [...code, ...scripts]) {
    const path = file.fileName;
    const specifiers = specifiersOf(file);
    for (const specifier of specifiers) {
      const edit = movedSpecifier(specifier, path, move);
      if (edit === undefined) continue;
      if ('lost' in edit) {
        if (scripts.includes(file)) continue;
        const parameters = { specifier: specifier.text, target: posix.relative(before.root, edit.lost) };
        problems.push(problemAt(before.root, file, [specifier.start, specifier.end], 'import-conflict', parameters));
      } else edits.set(path, [...(edits.get(path) ?? []), edit]);
    }
    const texts = pathTextEdits(file, before.root, moves, new Set(specifiers.map(({ start }) => start)));
    if (texts.length > 0) edits.set(path, [...(edits.get(path) ?? []), ...texts]);
  }
  return { edits, problems };
}

function worldAfter(
  host: Host,
  { root, files, configs }: CodeWorld,
  moves: Moves,
  redirects: readonly Redirect[],
): CodeWorld {
  const texts = new Map<string, string | undefined>([...moves.keys()].map((path) => [path, undefined]));
  for (const { to } of redirects) texts.set(to, '');
  for (const [from, to] of moves) texts.set(to, host.read(from));
  const realpath = (path: string): string => (texts.has(path) ? path : host.realpath(path));
  const kept = [...files].filter((path) => !moves.has(path));
  return createWorld(
    { ...overlay(host, texts), realpath },
    root,
    new Set([...kept, ...moves.values(), ...redirects.map(({ to }) => to)]),
    configs,
  );
}
