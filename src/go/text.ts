import type { Position } from '../model/position.js';

/** A comment, without its delimiters. */
export interface GoComment {
  readonly text: string;
  /** Offset of `text` in the file. */
  readonly offset: number;
  readonly isLine: boolean;
}

/** The text of a Go file, and its code as it is read: without a Go toolchain, and of any file. */
export interface GoText {
  /** As it is shown in messages. */
  readonly path: string;
  readonly text: string;
  /** The text in which comments and the contents of strings are blank, so that offsets are those of the text. */
  readonly code: string;
  readonly comments: readonly GoComment[];
  /** Offsets of closing brackets by those of the opening ones. */
  readonly closing: ReadonlyMap<number, number>;
  /** The reason why the code cannot be read. Its comments are known up to there. */
  readonly problem?: { readonly reason: string; readonly position: Position };
  readonly at: (offset: number) => Position;
}

/** Reads the text of a Go file. */
export function readGo(path: string, text: string): GoText {
  const at = positions(path, text);
  const { code, comments, open } = scan(text);
  const { closing, unmatched } = match(code);
  const problem =
    open !== undefined
      ? { reason: `${open.what} does not end`, position: at(open.offset) }
      : unmatched !== undefined
        ? { reason: `a bracket has no counterpart`, position: at(unmatched) }
        : undefined;
  return { path, text, code, comments, closing, at, ...(problem && { problem }) };
}

interface Scanned {
  readonly code: string;
  readonly comments: readonly GoComment[];
  readonly open?: { readonly what: string; readonly offset: number };
}

const starts = /\/\/|\/\*|["'`]/g;

function scan(text: string): Scanned {
  const code: string[] = [];
  const comments: GoComment[] = [];
  starts.lastIndex = 0;
  let done = 0;
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const { 0: start, index } = found;
    code.push(text.slice(done, index));
    const end = endOf(text, start, index);
    if (end === undefined) {
      code.push(' '.repeat(text.length - index));
      const what = start === '/*' ? 'a comment' : 'a string';
      return { code: code.join(''), comments, open: { what, offset: index } };
    }
    if (start.startsWith('/')) {
      const body = start === '//' ? text.slice(index + 2, end) : text.slice(index + 2, end - 2);
      comments.push({ text: body, offset: index + 2, isLine: start === '//' });
      code.push(' '.repeat(end - index));
    } else {
      code.push(start, ' '.repeat(end - index - 2), start);
    }
    done = end;
    starts.lastIndex = end;
  }
  code.push(text.slice(done));
  return { code: code.join(''), comments };
}

/** Returns the offset behind a comment or a string; undefined if it does not end. */
function endOf(text: string, start: string, index: number): number | undefined {
  switch (start) {
    case '//': {
      const end = text.indexOf('\n', index);
      return end < 0 ? text.length : end;
    }
    case '/*':
      return behind(text.indexOf('*/', index + 2), 2);
    case '`':
      return behind(text.indexOf('`', index + 1), 1);
    default:
      return quoteEnd(text, start, index + 1);
  }
}

function behind(index: number, length: number): number | undefined {
  return index < 0 ? undefined : index + length;
}

function quoteEnd(text: string, quote: string, from: number): number | undefined {
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === quote) return index + 1;
    if (character === '\n') return undefined;
    if (character === '\\') index += 1;
  }
  return undefined;
}

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function match(code: string): { readonly closing: ReadonlyMap<number, number>; readonly unmatched?: number } {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of code.matchAll(/[()[\]{}]/g)) {
    const wanted = pairs[bracket];
    if (wanted === undefined) {
      open.push(index);
      continue;
    }
    const start = open.pop();
    if (start === undefined || code.charAt(start) !== wanted) return { closing, unmatched: index };
    closing.set(start, index);
  }
  const left = open.at(-1);
  return left === undefined ? { closing } : { closing, unmatched: left };
}

/** Returns a function that finds the position of an offset. */
function positions(file: string, text: string): (offset: number) => Position {
  let lines: number[] | undefined;
  return (offset) => {
    lines ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (lines[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - lines[low]! + 1 };
  };
}
