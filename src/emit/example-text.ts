import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { mostPatternCharacters, mostSampleCharacters } from '../model/limits.js';

/** The shortest text that a pattern matches, with each repetition made `extra` longer; undefined where it is unreadable or too long. */
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

/** Without the flags of RE2, `(?i)` and `(?i:`: what a pattern matches without regard to case it matches as it is, too. */
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
      // Caught above: repetitions of repetitions multiply.
      if (text.length * times > mostSampleCharacters) throw new RangeError('too long');
      return text.repeat(times);
    }
    default:
      // Assertions take no characters; RE2 has no back-references.
      return '';
  }
}

// Letters first: they make the likeliest names.
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
