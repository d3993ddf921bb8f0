import type { Random } from '../random.js';
import { translated } from './pattern.js';

/** Generates a string. */
type Maker = (random: Random, limits: Limits) => string;

interface Limits {
  /** Each repetition is up to so much longer than its minimum. */
  readonly extra: number;
  /** Remaining number of steps. */
  left: number;
}

/** Maximum number of steps for a string: repetitions in repetitions can require any number. */
const mostSteps = 65_536;

const makers = new Map<string, Maker>();

/**
 * Generates a string that probably matches a pattern: assertions are ignored, and unsupported parts produce nothing. The
 * string ends where it takes too many steps.
 */
export function textMatching(pattern: string, random: Random, extra: number): string {
  const maker = makers.get(pattern) ?? new PatternReader(translated(pattern).source).read();
  makers.set(pattern, maker);
  return maker(random, { extra, left: mostSteps });
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Parses alternatives, up to the end or the closing parenthesis. */
  read(): Maker {
    const all = [this.#sequence()];
    while (this.#skip('|')) all.push(this.#sequence());
    return (random, limits) => random.pick(all)(random, limits);
  }

  #skip(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at);
    if (found) this.#at += text.length;
    return found;
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    const found = expression.exec(this.#source.slice(this.#at));
    this.#at += found?.[0].length ?? 0;
    return found ?? undefined;
  }

  #sequence(): Maker {
    const parts: Maker[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) {
      parts.push(this.#repeated(this.#atom()));
    }
    return (random, limits) => parts.map((part) => part(random, limits)).join('');
  }

  #repeated(atom: Maker): Maker {
    const found = this.#take(/^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/);
    if (found === undefined) return atom;
    const [text, least = '0', comma, most] = found;
    const min = text.startsWith('+') ? 1 : Number(least);
    const max = text.startsWith('?')
      ? 1
      : text.startsWith('{') && comma === undefined
        ? min
        : most
          ? Number(most)
          : Infinity;
    return (random, limits) => {
      const times = min + random.below(Math.min(max - min, limits.extra) + 1);
      let made = '';
      for (let time = 0; time < times && limits.left > 0; time += 1) {
        limits.left -= 1;
        made += atom(random, limits);
      }
      return made;
    };
  }

  #atom(): Maker {
    if (this.#take(/^\((?:\?(?:<\w+>|[imsU]*:))?/)) {
      const inner = this.read();
      this.#skip(')');
      return inner;
    }
    if (this.#take(/^(?:[\^$]|\\[bB])/)) return () => '';
    const [set] = this.#take(/^(?:\[\^?\]?(?:\\.|[^\]\\])*\]|\.|\\[dDwWsS]|\\[pP](?:\{\^?\w+\}|\w))/) ?? [];
    if (set !== undefined) {
      const members = membersOf(set);
      return (random) => (members.length === 0 ? '' : random.pick(members));
    }
    const [whole = '', escaped] = this.#take(/^(?:\\(x\{?[\da-fA-F]+\}?|.)|.)/su) ?? [];
    const literal = escaped === undefined ? whole : unescaped(escaped);
    return () => literal;
  }
}

function unescaped(escaped: string): string {
  const [, digits] = /^x\{?([\da-fA-F]{2,})\}?$/.exec(escaped) ?? [];
  if (digits !== undefined) return String.fromCodePoint(Number.parseInt(digits, 16));
  return { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' }[escaped] ?? escaped;
}

// Printable ASCII characters, and a few of other scripts.
const universe = [...Array.from({ length: 95 }, (_, code) => String.fromCodePoint(32 + code)), ...Array.from('éüλж中')];

/** Returns the members of a character class, among the characters that are tried. */
function membersOf(set: string): readonly string[] {
  try {
    const expression = new RegExp(`^${set}$`, 'u');
    return universe.filter((sign) => expression.test(sign));
  } catch {
    return [];
  }
}
