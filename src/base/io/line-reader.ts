import { StringDecoder } from 'node:string_decoder';

/** Maximum length of a line, in characters. The runtime writes at most 65,536; code of the project can print anything. */
const mostLine = 100_000;

/** Returns a function that takes the chunks of an output, and passes its lines on. Longer lines are cut. */
export function lineReader(onLine: (line: string) => void): {
  readonly take: (chunk: Buffer) => void;
  readonly end: () => void;
} {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isCut = false;
  const pass = (): void => {
    onLine(isCut ? `${rest}...` : rest.replace(/\r$/, ''));
    [rest, isCut] = ['', false];
  };
  const add = (text: string): void => {
    isCut ||= rest.length + text.length > mostLine;
    rest = (rest + text.slice(0, mostLine)).slice(0, mostLine);
  };
  const take = (text: string): void => {
    const [first = '', ...others] = text.split('\n');
    add(first);
    for (const each of others) {
      pass();
      add(each);
    }
  };
  return {
    take: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end());
      if (rest !== '') pass();
    },
  };
}
