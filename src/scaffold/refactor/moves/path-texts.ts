import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { applyEdits, type Edit } from '../code/code-edit.js';

/** New paths by old ones. */
type Moves = ReadonlyMap<string, string>;

/**
 * Returns the edits to strings of a file that are the path of a moved file relative to the root of the project, where
 * tests run.
 * @param specifiers the starts of strings that are imports
 */
export function pathTextEdits(
  file: ts.SourceFile,
  root: string,
  moves: Moves,
  specifiers: ReadonlySet<number>,
): readonly Edit[] {
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (!typescript.isStringLiteralLike(node)) return typescript.forEachChild(node, visit);
    const start = node.getStart(file) + 1;
    const path = specifiers.has(start) ? undefined : movedPath(node.text, root, moves);
    if (path !== undefined) edits.push({ start, end: node.end - 1, text: path.replaceAll(/[\\'"`]/g, '\\$&') });
  };
  visit(file);
  return edits;
}

function movedPath(written: string, root: string, moves: Moves): string | undefined {
  if (written.startsWith('/')) return undefined;
  const target = moves.get(posix.join(root, written));
  if (target === undefined) return undefined;
  return `${written.startsWith('./') ? './' : ''}${posix.relative(root, target)}`;
}

/**
 * Returns scaffolded code, which is not in a project, with the paths of files after a move; all paths are relative to
 * the root.
 */
export function withMovedPaths(path: string, text: string, moves: Moves): string {
  return moves.size === 0 ? text : applyEdits(text, pathTextEdits(parseFile(path, text), '', moves, new Set()));
}
