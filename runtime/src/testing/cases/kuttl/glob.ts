import { messageOf } from '../../../errors/causes.js';

/** Reports whether a name matches one of the patterns, with `*`, `?` and sets of characters such as `[a-z]`. */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((each) => matches(name, each));
}

/** Returns why a pattern is not valid; undefined for a valid one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    tokensOf(pattern);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Accepts one character, or any number of them. */
type Token = 'any' | ((character: string) => boolean);

function matches(name: string, pattern: string): boolean {
  const tokens = tokensOf(pattern);
  const characters = name.match(/[^]/gu) ?? [];
  // The tokens that can come next, for each character of the name.
  let states = closure(new Set([0]), tokens);
  for (const character of characters) {
    const next = new Set<number>();
    for (const at of states) {
      const token = tokens[at];
      if (token === 'any') next.add(at);
      else if (token?.(character) === true) next.add(at + 1);
    }
    states = closure(next, tokens);
  }
  return states.has(tokens.length);
}

/** Adds the tokens after those that accept nothing too. */
function closure(states: ReadonlySet<number>, tokens: readonly Token[]): ReadonlySet<number> {
  const all = new Set(states);
  for (const at of all) if (tokens[at] === 'any') all.add(at + 1);
  return all;
}

/** @throws Error if the pattern is not valid */
function tokensOf(pattern: string): readonly Token[] {
  const characters = pattern.match(/[^]/gu) ?? [];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    if (character === '*') tokens.push('any');
    else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const end = endOfSet(characters, at);
      tokens.push(setOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      if (character === '\\') at += 1;
      const literal = characters[at];
      if (literal === undefined) throw new Error('the backslash at the end has no meaning');
      tokens.push((each) => each === literal);
    }
  }
  return tokens;
}

function endOfSet(characters: readonly string[], start: number): number {
  for (let at = start + 1; at < characters.length; at += 1) {
    if (characters[at] === ']') return at;
    if (characters[at] === '\\') at += 1;
  }
  throw new Error('[ has no end');
}

/** Returns the token of the characters in brackets: single ones and ranges, and their negation after `^`. */
function setOf(characters: readonly string[]): Token {
  const isNegated = characters[0] === '^';
  const ranges: (readonly [from: string, to: string])[] = [];
  for (let at = isNegated ? 1 : 0; at < characters.length; at += 1) {
    const next = (): string => characters[characters[at] === '\\' ? (at += 1) : at] ?? '';
    const from = next();
    if (characters[at + 1] !== '-') ranges.push([from, from]);
    else {
      at += 2;
      ranges.push([from, next()]);
    }
  }
  if (ranges.length === 0) throw new Error('[] matches nothing');
  return (each) => ranges.some(([from, to]) => from <= each && each <= to) !== isNegated;
}
