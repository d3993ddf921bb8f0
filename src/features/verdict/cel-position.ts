/** A position in the text of a CEL expression; line and column count from 1. */
export interface CelPosition {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/**
 * Reads the problems that the CEL compiler reports: `ERROR: <input>:1:6: undefined field 'x'`. After a syntax error,
 * the other problems can be consequences of it.
 */
export function celPositions(message: string): readonly CelPosition[] {
  const found = [...message.matchAll(/ERROR: <input>:(\d+):(\d+): ([^\n]*)/g)].map(
    ([, line, column, reason = '']): CelPosition => ({ line: Number(line), column: Number(column), reason }),
  );
  return found.some(({ reason }) => reason.startsWith('Syntax error')) ? found.slice(0, 1) : found;
}

/** Returns the offset of a position in the text of an expression. CEL counts characters, not UTF-16 code units. */
export function celOffset(expression: string, { line, column }: CelPosition): number {
  const lines = expression.split('\n').slice(0, line);
  const before = Array.from(lines.pop() ?? '').slice(0, column - 1);
  return [...lines, before.join('')].join('\n').length;
}
