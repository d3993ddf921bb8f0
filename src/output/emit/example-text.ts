import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { mostPatternCharacters, mostSampleCharacters } from '../../base/model/limits.js';

/**
 * Returns the shortest string that matches a pattern, with each repetition extended by `extra`; undefined if the
 * pattern cannot be parsed or the string would be too long.
 */
export function textMatching(pattern: string, extra: number): string | undefined {
  if (pattern.length > mostPatternCharacters) return undefined;
  try {
    const plain = withoutFlags(pattern);
    const tree = new RegExpParser().parsePattern(plain, 0, plain.length, { unicode: true });
    return alternatives(tree.alternatives, extra);
  } catch {
    return undefined;
  }
}

/** Removes the RE2 flags `(?i)` and `(?i:`: a case-insensitive pattern also matches its text as written. */
function withoutFlags(pattern: string): string {
  return pattern.replaceAll(/\(\?[imsU]+([:)])/g, (_, end) => (end === ')' ? '' : '(?:'));
}

function alternatives([first]: readonly AST.Alternative[], extra: number): string {
  return (first?.elements ?? []).map((element) => textOf(element, extra)).join('');
}

function textOf(element: AST.Element, extra: number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
      return memberOf(element);
    case 'CharacterClass':
      return classMember(element);
    case 'Group':
    case 'CapturingGroup':
      return alternatives(element.alternatives, extra);
    case 'Quantifier': {
      const times = Math.min(element.max, element.min + extra);
      const text = textOf(element.element, 0);
      // Caught above. Nested repetitions multiply.
      if (text.length * times > mostSampleCharacters) throw new RangeError('too long');
      return text.repeat(times);
    }
    default:
      // Assertions match no characters; RE2 has no backreferences.
      return '';
  }
}

// Letters first, because they give the most natural names.
const likely = Array.from('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:, @+=');

function classMember(element: AST.CharacterClass): string {
  const expression = new RegExp(`^${element.raw}$`, 'u');
  return likely.find((each) => expression.test(each)) ?? firstOf(element);
}

function firstOf(element: AST.CharacterClass): string {
  const [first] = element.elements;
  if (first?.type === 'Character') return String.fromCodePoint(first.value);
  return first?.type === 'CharacterClassRange' ? String.fromCodePoint(first.min.value) : '';
}

function memberOf(element: AST.CharacterSet): string {
  const expression = new RegExp(`^${element.raw}$`, 'u');
  return likely.find((each) => expression.test(each)) ?? '';
}
