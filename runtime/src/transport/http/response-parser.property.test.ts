import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/seed.js';
import { InvalidResponseError, type ResponseHead } from './response-head.js';
import { ResponseParser } from './response-parser.js';

/** What a parser made of some bytes. */
class Recorder {
  readonly responses: { code: number; body: string; isComplete: boolean }[] = [];
  readonly parser = new ResponseParser({
    head: ({ code }: ResponseHead) => this.responses.push({ code, body: '', isComplete: false }),
    piece: (bytes) => (this.responses.at(-1)!.body += bytes.toString('latin1')),
    complete: () => (this.responses.at(-1)!.isComplete = true),
  });

  /** Parses a response that arrives in pieces, and reports whether nothing follows it. */
  receive(text: string, lengths: readonly number[]): boolean {
    this.parser.start();
    let isAll = true;
    for (const piece of pieces(text, lengths)) isAll = this.parser.feed(piece) && isAll;
    return isAll;
  }
}

function* pieces(text: string, lengths: readonly number[]): Generator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  let at = 0;
  for (let count = 0; at < bytes.length; count += 1) {
    const length = lengths.length === 0 ? bytes.length : lengths[count % lengths.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const token = fc.stringMatching(/^[a-z][a-z\d-]{0,12}$/);
const value = fc.stringMatching(/^[\x21-\x7e\x80-\xff]?[\t\x20-\x7e\x80-\xff]{0,30}$/);
const text = fc.string({ unit: 'binary', maxLength: 300 }).map((each) => each.replaceAll(/[^\0-\xff]/g, '\r\n'));
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 });
const code = fc.integer({ min: 200, max: 599 });
const headers = fc
  .array(
    fc.tuple(
      fc.constant('x-').chain((x) => token.map((each) => x + each)),
      value,
    ),
    { maxLength: 6 },
  )
  .map((all) => all.map(([name, what]) => `${name}:${what}\r\n`).join(''));
const interim = fc
  .array(fc.tuple(fc.constantFrom(100, 102, 103), headers), { maxLength: 2 })
  .map((all) => all.map(([status, lines]) => `HTTP/1.1 ${status} Wait\r\n${lines}\r\n`).join(''));

/** Body with its framing: the header, and the bytes. */
const framed = fc.oneof(
  text.map((body) => ({ body, line: `Content-Length: ${body.length}\r\n`, bytes: body })),
  fc.tuple(fc.array(text, { maxLength: 5 }), fc.option(token), headers).map(([chunks, extension, trailers]) => {
    const parts = chunks.filter((each) => each !== '');
    const size = (each: string): string =>
      `${each.length.toString(16)}${extension === null ? '' : `;a="${extension}"`}\r\n`;
    const bytes = `${parts.map((each) => `${size(each)}${each}\r\n`).join('')}0\r\n${trailers}\r\n`;
    return { body: parts.join(''), line: 'Transfer-Encoding: Chunked\r\n', bytes };
  }),
);

const response = fc.record({ code, headers, interim, framed }).map((parts) => {
  const hasBody = parts.code !== 204 && parts.code !== 304;
  const { body, line, bytes } = parts.framed;
  const head = `HTTP/1.1 ${parts.code} \r\n${parts.headers}${line}\r\n`;
  return { code: parts.code, body: hasBody ? body : '', text: `${parts.interim}${head}${hasBody ? bytes : ''}` };
});

describe('the parser of responses', () => {
  it('returns what was sent, in pieces of any size, one response after the other', () => {
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 3 }), lengths, (sent, sizes) => {
        const recorder = new Recorder();
        for (const each of sent) expect(recorder.receive(each.text, sizes)).toBe(true);
        expect(recorder.responses).toEqual(
          sent.map((each) => ({ code: each.code, body: each.body, isComplete: true })),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('makes the same of any bytes, however they are split', () => {
    const spoilt = fc
      .tuple(
        response,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '\r', '\n', '\r\n', ' ', ':', '0', 'f', '\0', 'é'))),
      )
      .map(([{ text: whole }, edits]) => {
        let spoiled = whole;
        for (const [position, put] of edits) {
          const at = position % (spoiled.length + 1);
          spoiled = spoiled.slice(0, at) + put + spoiled.slice(at + 1);
        }
        return spoiled;
      });
    const outcome = (bytes: string, sizes: readonly number[]): unknown => {
      const recorder = new Recorder();
      try {
        const isAll = recorder.receive(bytes, sizes);
        return { isAll, isComplete: recorder.parser.end(), responses: recorder.responses };
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidResponseError);
        return 'invalid';
      }
    };
    fc.assert(
      fc.property(spoilt, lengths, (bytes, sizes) => {
        expect(outcome(bytes, sizes)).toEqual(outcome(bytes, []));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('an invalid response', () => {
  const start = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['of another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['of another version', 'HTTP/2 200 OK\r\n\r\n'],
    ['with a code of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    ['with a header without a name', `${start}: a\r\n\r\n`],
    ['with a header without a colon', `${start}a\r\n\r\n`],
    ['with a folded header', `${start}a: b\r\n c\r\n\r\n`],
    ['with a blank before the colon', `${start}Content-Length : 0\r\n\r\n`],
    ['with a line feed within a header', `${start}a: b\nContent-Length: 0\r\n\r\n`],
    ['with a control character', `${start}a: \0\r\n\r\n`],
    ['with a negative length', `${start}Content-Length: -1\r\n\r\n`],
    ['with two lengths', `${start}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['with a length and chunks', `${start}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['with a foreign encoding', `${start}Transfer-Encoding: gzip\r\n\r\n`],
    ['that switches protocols', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['with a chunk without a size', `${start}Transfer-Encoding: chunked\r\n\r\n\r\n`],
    ['with a chunk of a negative size', `${start}Transfer-Encoding: chunked\r\n\r\n-1\r\n`],
    ['with a chunk beyond its size', `${start}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n`],
    ['with trailers that are none', `${start}Transfer-Encoding: chunked\r\n\r\n0\r\nnone\r\n\r\n`],
    ['with an endless head', `${start}${'a: b\r\n'.repeat(20_000)}`],
    ['with an endless size', `${start}Transfer-Encoding: chunked\r\n\r\n${'0'.repeat(5000)}`],
    ['with endless trailers', `${start}Transfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(20_000)}`],
  ])('%s is refused', (_, bytes) => {
    for (const sizes of [[], [1], [1000]])
      expect(() => new Recorder().receive(bytes, sizes)).toThrow(InvalidResponseError);
  });

  it.each([
    ['without a length', `${start}\r\nabc`, true],
    ['with a missing byte', `${start}Content-Length: 4\r\n\r\nabc`, false],
    ['without its last chunk', `${start}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, false],
    ['without its trailers', `${start}Transfer-Encoding: chunked\r\n\r\n0\r\n`, false],
  ])('%s, whose connection ends, is complete or not', (_, bytes, isComplete) => {
    const recorder = new Recorder();
    recorder.receive(bytes, [5]);
    expect(recorder.parser.end()).toBe(isComplete);
    expect(recorder.responses[0]!.isComplete).toBe(isComplete);
  });

  it('that is followed by something is noticed', () => {
    expect(new Recorder().receive(`${start}Content-Length: 1\r\n\r\nab`, [])).toBe(false);
  });
});
