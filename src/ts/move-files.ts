import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { overlay } from '../io/overlay.js';
import { applyEdits, problemAt, refused, type CodeChange, type Edit } from './code-change.js';
import { encodingProblems, syntaxProblems } from './code-problems.js';
import { createWorld, readWorld, type CodeWorld } from './code-world.js';
import { movedSpecifier, type Move } from './moved-specifier.js';
import { parseCode } from './parse-code.js';
import { specifiersOf } from './specifiers.js';

/**
 * Files that move, and every import of them and in them rewritten; nothing else of a file changes.
 * @param moves new paths by old ones, relative to `root` with forward slashes; a file that is not there does not move
 */
export function moveFiles(host: Host, root: string, moves: ReadonlyMap<string, string>): CodeChange {
  const before = readWorld(host, root);
  const absolute = new Map(
    [...moves]
      .map(([from, to]) => [posix.join(root, from), posix.join(root, to)] as const)
      .filter(([from, to]) => from !== to && before.files.has(from)),
  );
  if (absolute.size === 0) return { files: new Map(), problems: [] };
  const inTheWay = blockedMoves(before, absolute);
  if (inTheWay.length > 0) return refused(inTheWay);
  const program = parseCode(before);
  const unparsed = syntaxProblems(root, program.getSyntacticDiagnostics());
  if (unparsed.length > 0) return refused(unparsed);

  const move = { before, after: worldAfter(host, before, absolute), moves: absolute };
  const problems: Diagnostic[] = [];
  const texts = new Map([...absolute.keys()].map((path) => [path, host.read(path) ?? '']));
  for (const file of program.getSourceFiles()) {
    const edits: Edit[] = [];
    for (const specifier of specifiersOf(file)) {
      const edit = movedSpecifier(specifier, file.fileName, move);
      if (edit === undefined) continue;
      if (!('lost' in edit)) {
        edits.push(edit);
        continue;
      }
      const parameters = { specifier: specifier.text, target: posix.relative(root, edit.lost) };
      problems.push(problemAt(root, file, [specifier.start, specifier.end], 'import-lost', parameters));
    }
    if (edits.length > 0) texts.set(file.fileName, applyEdits(file.text, edits));
  }
  problems.push(...encodingProblems(root, texts));
  if (problems.length > 0) return refused(problems);
  const files = [...texts].map(([path, text]) => [posix.relative(root, absolute.get(path) ?? path), text] as const);
  return { files: new Map(files), problems };
}

/** Files whose new place is taken. Names that differ in case alone are one file to some file systems. */
function blockedMoves({ root, files }: CodeWorld, moves: Move['moves']): readonly Diagnostic[] {
  const taken = new Set([...files].filter((path) => !moves.has(path)).map((path) => path.toLowerCase()));
  const problems: Diagnostic[] = [];
  for (const [from, to] of moves) {
    const parameters = { from: posix.relative(root, from), to: posix.relative(root, to) };
    if (taken.has(to.toLowerCase())) problems.push(diagnostic('move-in-the-way', parameters));
    taken.add(to.toLowerCase());
  }
  return problems;
}

function worldAfter(host: Host, before: CodeWorld, moves: Move['moves']): CodeWorld {
  const texts = new Map<string, string | undefined>([...moves.keys()].map((path) => [path, undefined]));
  for (const [from, to] of moves) texts.set(to, host.read(from));
  const realpath = (path: string): string => (texts.has(path) ? path : host.realpath(path));
  const files = [...before.files].filter((path) => !moves.has(path));
  return createWorld(
    { ...overlay(host, texts), realpath },
    before.root,
    new Set([...files, ...moves.values()]),
    before.configs,
  );
}
