// The same line breaks that compilers and editors recognize.
const lineBreak = /\r\n|[\n\r\u2028\u2029]/g;

/** The lines of a text, located once and shared by all callers. */
export class Lines {
  readonly #text: string;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];

  constructor(text: string) {
    const breaks = Array.from(text.matchAll(lineBreak), ({ 0: end, index }) => ({
      end: index,
      next: index + end.length,
    }));
    this.#text = text;
    this.#starts = [0, ...breaks.map(({ next }) => next)];
    this.#ends = [...breaks.map(({ end }) => end), text.length];
  }

  /** Returns the text of a line, counted from 1; undefined when there is no such line. */
  at(line: number): string | undefined {
    const start = this.#starts[line - 1];
    return start === undefined ? undefined : this.#text.slice(start, this.#ends[line - 1]);
  }

  /** Returns the offset of a line and column, both counted from 1; the end of the text when there is no such line. */
  offsetOf({ line, column }: { readonly line: number; readonly column: number }): number {
    const start = this.#starts[line - 1];
    return start === undefined ? this.#text.length : start + column - 1;
  }

  /** Returns the line and column of an offset, both counted from 1. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    const line = countWhile(this.#starts, (start) => start <= offset);
    return { line, column: offset - this.#starts[line - 1]! + 1 };
  }
}

/** Returns how many elements at the start of a list pass a test that no element after them passes, by bisection. */
export function countWhile<T>(list: readonly T[], test: (element: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
