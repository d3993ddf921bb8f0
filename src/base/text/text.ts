/** A part of a text, and its replacement. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/**
 * Applies edits to a text.
 * @param edits edits that do not overlap; those at the same place are applied in order
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let offset = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    result += text.slice(offset, edit.start) + edit.text;
    offset = edit.end;
  }
  return result + text.slice(offset);
}

/** Returns the line ending of a text, which is that of its first line. */
export function lineEndOf(text: string): '\r\n' | '\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** Reports whether all lines of a text end in the same way. */
export function hasOneLineEnd(text: string): boolean {
  return !text.includes('\r\n') || !/(?:^|[^\r])\n/.test(text);
}

/** Returns the line ending of most lines of a text, which can have both kinds. */
export function usualLineEnd(text: string): '\r\n' | '\n' {
  if (!text.includes('\r\n')) return '\n';
  const ends = text.match(/\r?\n/g)!;
  return ends.filter((end) => end === '\r\n').length * 2 > ends.length ? '\r\n' : '\n';
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns the end of the line at this offset, before its line ending. */
export function contentEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return newline > offset && text[newline - 1] === '\r' ? newline - 1 : newline;
}

/** Returns the start of the line after this offset; undefined on the last line. */
export function nextLine(text: string, offset: number): number | undefined {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? undefined : newline + 1;
}

export function splitLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** Returns the position of an offset, counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const start = lineStart(text, offset);
  return { line: text.slice(0, start).split('\n').length, column: offset - start + 1 };
}

/** Returns the leading white space of a line. */
export function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))![0];
}

export function withLineEnds(text: string, eol: string): string {
  return text.replaceAll('\n', eol);
}

/** Reports whether a text was read from a file that is not UTF-8: writing it again would change its bytes. */
export function isBinary(text: string): boolean {
  return text.includes('\ufffd');
}

/** Returns the offset of the first conflict marker of a version control system; undefined if there is none. */
export function conflictMarkerIn(text: string): number | undefined {
  return /^<{7}(?= |\r?$)/m.exec(text)?.index;
}

/** Returns the parts that must be at the very beginning of code: a byte order mark, and the line that names the interpreter. */
export function openingOf(text: string): string {
  return /^\uFEFF?(?:#!.*(?:\n|$))?/.exec(text)![0];
}

/** Returns a list of lines or words without those in another list; each is removed as often as it occurs there. */
export function withoutEach(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
