import type { GoFile, GoFlag } from '../../../base/helper/go/answer.js';

/** A flag in a word of a command line. */
export interface FlagWord {
  /** Without the dashes. */
  readonly name: string;
  /** The flag in the word, without its value. */
  readonly shown: string;
  /** Undefined if the word has none. */
  readonly value: string | undefined;
  /** Whether its value is never in the next word. */
  readonly isSwitch: boolean;
}

/** The flags that the Go operator declares, by name and by letter. */
export interface DeclaredFlags {
  readonly byName: ReadonlyMap<string, GoFlag>;
  readonly byLetter: ReadonlyMap<string, GoFlag>;
}

/** A flag of Go: one dash is equivalent to two. */
const flag = /^(--?)([\w][\w.-]*)(?:=([^]*))?$/;

export function declaredFlags(files: readonly GoFile[]): DeclaredFlags {
  const flags = files.flatMap((each) => each.flags);
  return { byName: keyed(flags, 'name'), byLetter: keyed(flags, 'shorthand') };
}

function keyed(flags: readonly GoFlag[], by: 'name' | 'shorthand'): ReadonlyMap<string, GoFlag> {
  return new Map(flags.flatMap((each) => (each[by] === undefined ? [] : [[each[by], each] as const])));
}

/** Returns the flags of a word: one, several letters such as those of `-vm=:8080`, or none for a word that is not a flag. */
export function flagsIn(word: string, declared: DeclaredFlags): readonly FlagWord[] {
  const [, dashes = '', name = '', value] = flag.exec(word) ?? [];
  const letters = dashes === '--' || declared.byName.has(name) ? undefined : lettersIn(word, declared);
  if (letters !== undefined) return letters;
  const isSwitch = declared.byName.get(name)?.isSwitch ?? false;
  return name === '' ? [] : [{ name, shown: `${dashes}${name}`, value, isSwitch }];
}

/**
 * Returns the flags of letters, as pflag reads them; undefined if one is unknown.
 * https://pkg.go.dev/github.com/spf13/pflag#hdr-Command_line_flag_syntax
 */
function lettersIn(word: string, { byLetter }: DeclaredFlags): readonly FlagWord[] | undefined {
  const found: FlagWord[] = [];
  for (let rest = /^-(?!-)([^]+)$/.exec(word)?.[1] ?? ''; rest !== '';) {
    const known = byLetter.get(rest.charAt(0));
    if (known === undefined) return undefined;
    const { name = '', isSwitch = false } = known;
    const shown = `-${rest.charAt(0)}`;
    rest = rest.slice(1);
    // If a letter takes a value, it is the rest of the word, or the next word.
    const isGiven = rest.startsWith('=') || !isSwitch;
    const value = isGiven && rest !== '' ? rest.replace(/^=(?=[^])/, '') : undefined;
    found.push({ name, shown, value, isSwitch });
    if (isGiven) break;
  }
  return found.length > 0 ? found : undefined;
}

/** Returns arguments without those of a flag, including a value in the next word. */
export function withoutFlag(
  words: readonly string[],
  { name, isSwitch }: { readonly name: string; readonly isSwitch: boolean },
  declared: DeclaredFlags,
): readonly string[] {
  let hasValue = false;
  return words.flatMap((word) => {
    if (hasValue) {
      hasValue = false;
      return [];
    }
    const flags = flagsIn(word, declared);
    if (!flags.some((each) => each.name === name)) return [word];
    const last = flags.at(-1)!;
    hasValue = last.name === name && last.value === undefined && !isSwitch;
    const kept = flags.filter((each) => each.name !== name);
    return kept.length === 0 ? [] : [kept.map((each, index) => wordOf(each, index === 0)).join('')];
  });
}

/** Returns a letter as in a word with several letters. */
function wordOf({ shown, value }: FlagWord, isFirst: boolean): string {
  return `${isFirst ? '-' : ''}${shown.slice(1)}${value === undefined ? '' : `=${value}`}`;
}
