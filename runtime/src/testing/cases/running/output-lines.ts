import { StringDecoder } from 'node:string_decoder';
import { printable } from '../matching/show.js';

/** Lines that are kept, and characters of a line. */
const mostLines = 200;
const mostCharacters = 400;

/** Last lines that the commands of a case have printed. */
export class OutputLines {
  #lines: string[] = [];

  /** Adds a line. */
  add(line: string): void {
    this.#lines.push(printable(line.slice(0, mostCharacters)));
    if (this.#lines.length > 2 * mostLines) this.#lines = this.#lines.slice(-mostLines);
  }

  /** Returns the lines. */
  get last(): readonly string[] {
    return this.#lines.slice(-mostLines);
  }

  /** Returns a function that adds the output of a program, whose pieces can end anywhere, and one for its end. */
  collector(): { readonly add: (piece: Buffer) => void; readonly end: () => void } {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    return {
      add: (piece) => {
        const lines = (rest + decoder.write(piece)).split('\n');
        rest = lines.pop()!.slice(0, mostCharacters);
        for (const each of lines) this.add(each);
      },
      end: () => {
        if (rest !== '') this.add(rest);
        rest = '';
      },
    };
  }
}
