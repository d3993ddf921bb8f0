import { type Document, isNode, isScalar, type LineCounter } from 'yaml';
import type { Position } from '../base/model/position.js';

/** Returns the position of a value in a file, or of its nearest existing parent. */
export type PositionOf = (...path: readonly (string | number)[]) => Position;

/** Returns the positions of the values in a YAML document that was read with this line counter. */
export function positionsIn(file: string, document: Document, lines: LineCounter): PositionOf {
  return (...path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (!isNode(node) || !node.range) continue;
      const [start, end] = node.range;
      const oneLine = isScalar(node) && length === path.length && lines.linePos(start).line === lines.linePos(end).line;
      return { ...positionAt(file, lines, start), ...(oneLine && end > start ? { length: end - start } : {}) };
    }
    return { file, line: 1, column: 1 };
  };
}

/** Returns the position of a character offset, counted from 0. */
export function positionAt(file: string, lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}
