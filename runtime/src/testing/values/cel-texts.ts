import { isIP } from 'node:net';
import { isUri } from '../../validation/values/format-network.js';
import { undecided } from './cel-compare.js';
import type { FunctionTable } from './cel-library.js';

/** Functions of strings. */
export const texts: FunctionTable = (library) => [characters, patterns, addresses].flatMap((each) => each(library));

/** Functions of strings, which count characters; the library counts UTF-16 code units. */
const characters: FunctionTable = ({ cel: { celMethod, CelScalar, listType } }) => {
  const { INT, STRING } = CelScalar;
  return [
    celMethod('charAt', STRING, [INT], STRING, function (at) {
      const signs = Array.from(this);
      return signs[indexWithin(at, signs.length)] ?? '';
    }),
    celMethod('indexOf', STRING, [STRING], INT, function (text) {
      return indexIn(this, text, 0n);
    }),
    celMethod('indexOf', STRING, [STRING, INT], INT, function (text, from) {
      return indexIn(this, text, from);
    }),
    celMethod('lastIndexOf', STRING, [STRING], INT, function (text) {
      return position(this, this.lastIndexOf(text));
    }),
    celMethod('lastIndexOf', STRING, [STRING, INT], INT, undecided),
    celMethod('substring', STRING, [INT], STRING, function (from) {
      const signs = Array.from(this);
      return signs.slice(indexWithin(from, signs.length)).join('');
    }),
    celMethod('substring', STRING, [INT, INT], STRING, function (from, to) {
      const signs = Array.from(this);
      if (from > to) throw new Error('the end is before the start');
      return signs.slice(indexWithin(from, signs.length), indexWithin(to, signs.length)).join('');
    }),
    celMethod('replace', STRING, [STRING, STRING], STRING, function (text, by) {
      return text === '' ? ['', ...Array.from(this), ''].join(by) : this.replaceAll(text, () => by);
    }),
    celMethod('replace', STRING, [STRING, STRING, INT], STRING, undecided),
    celMethod('split', STRING, [STRING], listType(STRING), function (separator) {
      return separator === '' ? Array.from(this) : this.split(separator);
    }),
    celMethod('split', STRING, [STRING, INT], listType(STRING), undecided),
  ];
};

/** Regular expressions. An empty match can also follow another match, which Go and this package decide differently. */
const patterns: FunctionTable = ({ cel: { celMethod, CelScalar, listType }, re2: { RE2JS } }) => {
  const { INT, STRING } = CelScalar;
  const matches = (text: string, pattern: string, most = -1n): string[] => {
    const matcher = RE2JS.compile(pattern).matcher(text);
    const found: string[] = [];
    while (BigInt(found.length) !== most && matcher.find()) found.push(matcher.group() ?? '');
    return found.includes('') ? undecided() : found;
  };
  return [
    celMethod('find', STRING, [STRING], STRING, function (pattern) {
      const matcher = RE2JS.compile(pattern).matcher(this);
      return matcher.find() ? (matcher.group() ?? '') : '';
    }),
    celMethod('findAll', STRING, [STRING], listType(STRING), function (pattern) {
      return matches(this, pattern);
    }),
    celMethod('findAll', STRING, [STRING, INT], listType(STRING), function (pattern, most) {
      return matches(this, pattern, most);
    }),
  ];
};

const addresses: FunctionTable = ({ cel: { celFunc, CelScalar } }) => {
  const { BOOL, STRING } = CelScalar;
  return [
    celFunc('isURL', [STRING], BOOL, isUri),
    celFunc('isIP', [STRING], BOOL, (text) => addressVersion(text) !== 0),
    celFunc('isCIDR', [STRING], BOOL, (text) => {
      const [, address = '', length] = /^(.*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
      const version = addressVersion(address);
      return version !== 0 && Number(length) <= (version === 4 ? 32 : 128);
    }),
  ];
};

/** Returns 4 or 6, or 0 for text that is not an address, or has a zone. An address of both versions is not one for rules. */
function addressVersion(text: string): number {
  const version = text.includes('%') ? 0 : isIP(text);
  return version === 6 && /ffff|\./i.test(text) ? undecided() : version;
}

function indexWithin(index: bigint, length: number): number {
  if (index < 0n || index > length) throw new Error(`index out of range: ${index}`);
  return Number(index);
}

/** Returns the position of a text in characters. */
function indexIn(of: string, text: string, from: bigint): bigint {
  const signs = Array.from(of);
  const start = signs.slice(0, indexWithin(from, signs.length)).join('').length;
  return position(of, of.indexOf(text, start));
}

function position(of: string, index: number): bigint {
  return BigInt(index < 0 ? -1 : Array.from(of.slice(0, index)).length);
}
