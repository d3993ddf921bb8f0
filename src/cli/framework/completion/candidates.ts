import { resolve } from 'node:path';
import type { Option } from 'commander';
import { isPlainName, type ListedNames } from '../../../project/listed-names.js';
import type { CommandList } from '../program.js';
import { placeNamed, type Part, type Place } from './tree.js';

/** A word that can be inserted at the cursor. */
interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The words that can be inserted at the cursor. */
export interface Candidates {
  readonly words: readonly Candidate[];
  /** Whether the shell completes file names. */
  readonly files: boolean;
}

/** The sources of words that are not in the definitions. */
interface Sources {
  readonly cwd: string;
  /** Returns the names in the PROJECT file around a folder. */
  readonly names: (folder: string) => readonly ListedNames[];
  /** Loads the words of a flag. */
  readonly load: (words: () => Promise<readonly string[]>) => Promise<readonly string[]>;
}

/** A command line up to the word at the cursor. */
interface Line {
  readonly place: Place;
  /** Whether a command can be named here. */
  readonly expectsCommand: boolean;
  /** The number of positional arguments. */
  readonly words: number;
  /** Values of flags, by attribute name. */
  readonly given: ReadonlyMap<string, string>;
  /** The flag whose value is at the cursor. */
  readonly open?: Part;
}

/** Returns the candidates for the last of the words after the name of the program. */
export async function candidatesFor(
  commands: CommandList,
  words: readonly string[],
  { names, load, cwd }: Sources,
): Promise<Candidates> {
  const [current = '', ...before] = joined(words).toReversed();
  const line = read(commands, before.toReversed());
  if (line === undefined) return { words: [], files: false };
  const values = async (part: Part, word: string): Promise<Candidates> => {
    const folder = resolve(cwd, line.given.get('cwd') ?? '.');
    return valuesOf(part, word, line.given, { names: () => names(folder), load });
  };
  if (line.open !== undefined && !isLeftOut(line.open, current)) return values(line.open, current);
  const equals = current.indexOf('=');
  if (current.startsWith('-') && equals > 0) {
    const part = partNamed(line.place, current.slice(0, equals));
    return part === undefined ? { words: [], files: false } : values(part, current.slice(equals + 1));
  }
  if (current.startsWith('-')) return { words: flagsAt(line, current), files: false };
  const inside = line.expectsCommand ? commandsAt(line.place, current) : [];
  const argument = line.place.words[line.words] ?? line.place.words.findLast(({ isVariadic }) => isVariadic);
  const found: Candidates = argument === undefined ? { words: [], files: false } : await values(argument, current);
  const all = [...inside, ...found.words];
  // Without other candidates, the flags show how to continue.
  return { words: all.length === 0 && !found.files && current === '' ? flagsAt(line, '--') : all, files: found.files };
}

/** Returns the words as typed: bash splits `--kind=Order` at the equals sign. */
function joined(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const [index, word] of words.entries()) {
    const flag = result.at(-1) ?? '';
    const follows = /^--[\w-]+=$/.test(flag) && words[index - 1] === '=';
    if ((word === '=' && /^--[\w-]+$/.test(flag)) || follows) result.push(`${result.pop()}${word}`);
    else result.push(word);
  }
  return result;
}

/** Reads the words before the cursor; undefined if one of them is not a known command. */
function read(commands: CommandList, words: readonly string[]): Line | undefined {
  let name = '';
  let place = placeNamed(commands, name)!;
  let open: Part | undefined;
  let isHelp = false;
  const positional: string[] = [];
  const given = new Map<string, string>();
  for (const word of words) {
    if (open !== undefined && !isLeftOut(open, word)) {
      given.set(open.options[0]!.attributeName(), word);
      open = undefined;
    } else if (word.startsWith('-') && word !== '-') {
      open = undefined;
      const [flag, value] = split(word);
      const part = partNamed(place, flag);
      const option = part?.options[0];
      if (part === undefined || option === undefined) continue;
      const hasValue = option.required || (option.optional && option.argChoices !== undefined);
      if (hasValue && value === undefined && !flag.startsWith('--no-')) open = part;
      else given.set(option.attributeName(), value ?? '');
    } else if (place.commands.has(word) && positional.length === 0) {
      isHelp ||= word === 'help';
      name = word === 'help' ? '' : `${name} ${word}`.trim();
      place = placeNamed(commands, name)!;
    } else if (place.words.length === 0) return undefined;
    else positional.push(word);
  }
  const line = { expectsCommand: positional.length === 0, words: positional.length, given };
  return {
    ...line,
    place: isHelp ? { ...place, flags: [], words: [] } : place,
    ...(open === undefined ? {} : { open }),
  };
}

/** Reports whether a word is a flag, and not the value of a flag that can be without one. */
function isLeftOut({ options: [option] }: Part, word: string): boolean {
  return option?.optional === true && word.startsWith('-');
}

function split(word: string): readonly [flag: string, value?: string] {
  const equals = word.indexOf('=');
  return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function partNamed({ flags }: Place, name: string): Part | undefined {
  return flags.find(({ options }) => options.some(({ long, short }) => long === name || short === name));
}

function commandsAt({ commands }: Place, current: string): readonly Candidate[] {
  return [...commands]
    .filter(([name]) => name.startsWith(current))
    .map(([value, description]) => ({ value, description }));
}

/** Returns the flags that are not given yet. Short flags are included only after a single hyphen. */
function flagsAt({ place, given }: Line, current: string): readonly Candidate[] {
  return place.flags.flatMap(({ options, isList }) => {
    const [first] = options;
    if (first === undefined || (given.has(first.attributeName()) && isList !== true)) return [];
    const names = options.flatMap(({ long, short }) => [long, current.startsWith('--') ? undefined : short]);
    return names
      .filter((name) => name != null && name.startsWith(current))
      .map((value) => ({ value: value!, description: first.description }));
  });
}

/** Returns the candidates for a value, without those that contain characters for the shell. */
async function valuesOf(
  part: Part,
  current: string,
  given: ReadonlyMap<string, string>,
  { names, load }: { readonly names: () => readonly ListedNames[]; readonly load: Sources['load'] },
): Promise<Candidates> {
  const [option] = part.options as readonly (Option | undefined)[];
  const { completion, isList } = part;
  if (completion === 'file') return { words: [], files: true };
  // In a list, the last word is completed.
  const start = isList === true ? current.lastIndexOf(',') + 1 : 0;
  const [before, word] = [current.slice(0, start), current.slice(start)];
  const listed = before.split(',').slice(0, -1);
  const known =
    option?.argChoices ??
    (typeof completion === 'function'
      ? await load(completion)
      : completion === undefined
        ? []
        : namesOf(completion, option?.attributeName() === completion, given, names()));
  const words = known
    .filter((each) => each.startsWith(word) && isPlainName(each) && !listed.includes(each))
    .map((each) => ({ value: `${before}${each}`, description: '' }));
  return { words: isPlainList(before) ? words : [], files: false };
}

function isPlainList(before: string): boolean {
  return before === '' || before.slice(0, -1).split(',').every(isPlainName);
}

/**
 * Returns the groups, kinds or versions of the entries that match the other given names, or of all entries if none is
 * given.
 * @param isOwn whether the flag is the one with the name itself, and not one for an additional name, such as `--spoke`
 */
function namesOf(
  wanted: keyof ListedNames,
  isOwn: boolean,
  given: ReadonlyMap<string, string>,
  entries: readonly ListedNames[],
): readonly string[] {
  const others = (['group', 'kind', 'version'] as const).filter((each) => each !== wanted && given.has(each));
  const fitting = entries.filter((entry) => others.every((each) => entry[each] === given.get(each)));
  const found = (fitting.length > 0 ? fitting : entries).flatMap((entry) => entry[wanted] ?? []);
  const taken = isOwn ? undefined : given.get(wanted);
  return [...new Set(found)].filter((each) => each !== taken);
}
