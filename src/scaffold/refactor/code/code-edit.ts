import {
  diagnostic,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticParameters,
} from '../../../base/diagnostics/diagnostic.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionAt } from '../../../language/compiler/position.js';

/** A replacement for a range of a file. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The edits that a code change makes to files, by the paths before the change. */
export interface FileEdits {
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly problems: readonly Diagnostic[];
}

/** Returns a file's text after replacing ranges that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Width of a line in the prettier configuration of a scaffolded project. */
export const lineWidth = 120;

/** Returns the spaces and tabs before an offset. */
export function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && ' \t'.includes(text[start - 1]!)) start--;
  return text.slice(start, end);
}

/** Returns a problem at a range of a file. */
export function problemAt<C extends DiagnosticCode>(
  root: string,
  file: ts.SourceFile,
  [start, end]: readonly [number, number],
  code: C,
  parameters: DiagnosticParameters<C>,
): Diagnostic {
  return diagnostic(code, parameters, positionAt(file, start, end, root));
}

/**
 * Returns where the text begins that is removed together with code: the white space before it or, after a comment, its
 * line.
 * @param previous the end of the code before it
 */
export function startOfRemoved(text: string, previous: number, [start, end]: readonly [number, number]): number {
  const above = text.slice(previous, start);
  if (above.trim() === '') return previous;
  const line = /\r?\n[ \t]*$/.exec(above);
  const isLast = /^[ \t]*(?:\r?\n|\/\/|$)/.test(text.slice(end, end + lineWidth));
  return line !== null && isLast ? previous + line.index : start;
}

/** Returns the end of code including the comments after it on the same line. */
export function endOfComments(text: string, end: number): number {
  return typescript.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
}
