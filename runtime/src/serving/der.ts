// DER encoding, as far as certificates need it: https://www.itu.int/rec/T-REC-X.690

/** Encodes a value with its tag and its length. */
export function value(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => value(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => value(0x31, Buffer.concat(parts));
export const explicit = (tag: number, content: Buffer): Buffer => value(0xa0 | tag, content);
export const octetString = (content: Buffer): Buffer => value(0x04, content);
export const utf8 = (text: string): Buffer => value(0x0c, Buffer.from(text));
export const boolean = (yes: boolean): Buffer => value(0x01, Buffer.of(yes ? 0xff : 0));
/**
 * Encodes a bit string.
 * @param unused number of unused bits in the last byte
 */
export const bitString = (content: Buffer, unused = 0): Buffer =>
  value(0x03, Buffer.concat([Buffer.of(unused), content]));

/** Encodes a positive integer, given in big-endian order. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = bytes.subarray(first);
  // A leading 1 bit would make it negative.
  return value(0x02, shortest[0]! < 0x80 ? shortest : Buffer.concat([Buffer.of(0), shortest]));
}

/** Encodes `1.2.840.10045.4.3.2`: the first two numbers share a byte, the others are in groups of seven bits. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(number: number): number[] {
  const groups = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift(0x80 | (rest & 0x7f));
  return groups;
}

/** Encodes a time before 2050, in seconds. */
export function utcTime(date: Date): Buffer {
  return value(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
}
