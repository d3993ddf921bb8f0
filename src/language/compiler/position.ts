import { posix } from 'node:path';
import type { Position } from '../../base/model/position.js';
import type { ts } from './compiler.js';

/** Returns the start of a node, in a file relative to `root`. */
export function positionOf(node: ts.Node, root: string): Position {
  const file = node.getSourceFile();
  return positionAt(file, node.getStart(file), node.getEnd(), root);
}

/** Returns the start of a range of a file; `length` ends at the end of the line at the latest. */
export function positionAt(file: ts.SourceFile, start: number, end: number, root: string): Position {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  const firstLine = file.text.slice(start, end).split('\n', 1)[0] ?? '';
  return {
    file: posix.relative(root, file.fileName),
    line: line + 1,
    column: character + 1,
    length: Math.max(1, firstLine.length),
  };
}

/** Returns the offset of a position in a file; its end if it has no such line. */
export function offsetOf(file: ts.SourceFile, { line, column }: Pick<Position, 'line' | 'column'>): number {
  const start = file.getLineStarts()[line - 1];
  return start === undefined ? file.end : start + column - 1;
}
