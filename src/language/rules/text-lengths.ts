import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { own } from '../../base/model/json-at.js';
import { mostPatternCharacters } from '../../base/model/limits.js';
import type { Keyword, Schema } from '../../base/model/schema.js';

/** The minimum and the maximum number of characters of a text. */
export type Lengths = readonly [least: number, most: number];

/** The lengths of a text that a constraint allows. */
export interface LengthLimit {
  readonly keyword: Keyword & ('minLength' | 'maxLength' | 'pattern' | 'format');
  readonly shown: string;
  readonly lengths: Lengths;
}

/** Returns the limits that the constraints of one level set for the length of a text. */
export function lengthLimits({ minLength, maxLength, pattern, format }: Schema): readonly LengthLimit[] {
  const ofPattern = pattern === undefined ? undefined : lengthsOfMatches(pattern);
  const ofFormat = format === undefined ? undefined : lengthsOfFormat(format);
  const limits: (LengthLimit | false | undefined)[] = [
    minLength !== undefined && {
      keyword: 'minLength',
      shown: `minLength ${minLength}`,
      lengths: [minLength, Infinity],
    },
    maxLength !== undefined && { keyword: 'maxLength', shown: `maxLength ${maxLength}`, lengths: [0, maxLength] },
    ofPattern && { keyword: 'pattern', shown: `the pattern ${pattern}`, lengths: ofPattern },
    ofFormat && { keyword: 'format', shown: `the format ${format}`, lengths: ofFormat },
  ];
  return limits.filter((each) => typeof each === 'object');
}

/** The possible lengths of texts in the formats that limit them. */
const formatLengths: Readonly<Record<string, Lengths>> = {
  bsonobjectid: [24, 24],
  cidr: [4, Infinity],
  creditcard: [13, Infinity],
  date: [10, 10],
  datetime: [20, Infinity],
  hexcolor: [3, 7],
  ipv4: [7, Infinity],
  k8slongname: [1, 253],
  k8sshortname: [1, 63],
  mac: [14, Infinity],
  rgbcolor: [10, Infinity],
  ssn: [11, 11],
  uuid: [32, 36],
  uuid3: [32, 36],
  uuid4: [32, 36],
  uuid5: [32, 36],
};

/** Returns the possible lengths of texts in a format; undefined if they are not limited. */
export function lengthsOfFormat(format: string): Lengths | undefined {
  const name = format.replaceAll('-', '');
  return own(formatLengths, name);
}

/**
 * Returns lengths that include those of all texts with a part that matches a pattern; undefined if JavaScript may read
 * the pattern differently from RE2.
 */
export function lengthsOfMatches(pattern: string): Lengths | undefined {
  // The flag `m` changes the meaning of anchors. Other groups with a question mark are treated alike.
  if (pattern.length > mostPatternCharacters || /\(\?(?!:)|\[:/.test(pattern)) return undefined;
  try {
    const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
    return spanOf(alternatives.map((each) => wholeLengths(each)));
  } catch {
    return undefined;
  }
}

/** Returns the lengths of the whole text, which is longer than the match if the pattern has no anchors. */
function wholeLengths(alternative: AST.Alternative): Lengths {
  const [least, most] = sequenceLengths(alternative);
  const { elements } = alternative;
  const isWhole = isAnchor(elements[0], 'start') && isAnchor(elements.at(-1), 'end');
  return [least, isWhole ? most : Infinity];
}

function isAnchor(element: AST.Element | undefined, kind: 'start' | 'end'): boolean {
  return element?.type === 'Assertion' && element.kind === kind;
}

function spanOf(lengths: readonly Lengths[]): Lengths {
  return [Math.min(...lengths.map(([least]) => least)), Math.max(...lengths.map(([, most]) => most))];
}

function sequenceLengths({ elements }: AST.Alternative): Lengths {
  const all = elements.map(elementLengths);
  return [all.reduce((sum, [least]) => sum + least, 0), all.reduce((sum, [, most]) => sum + most, 0)];
}

function elementLengths(element: AST.Element): Lengths {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return [1, 1];
    case 'Group':
    case 'CapturingGroup':
      return spanOf(element.alternatives.map(sequenceLengths));
    case 'Quantifier': {
      const [least, most] = elementLengths(element.element);
      // Repeating an empty match any number of times matches only the empty text.
      return [least * element.min, most === 0 ? 0 : most * element.max];
    }
    default:
      return [0, 0];
  }
}
