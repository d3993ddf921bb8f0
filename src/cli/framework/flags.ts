import { InvalidArgumentError, Option } from 'commander';
import { defined } from '../../base/model/defined.js';
import { usageError } from './usage-error.js';

/**
 * A flag of a command: its syntax, and the type of its value. `Value` includes undefined if a command works without the
 * flag.
 */
export interface Flag<Value> {
  /** The options that commander parses; the first one is shown in the help. Empty for a positional argument. */
  readonly options: readonly Option[];
  /** The help of a positional argument. */
  readonly argument?: string;
  /** Whether it is a positional argument that takes all remaining words. */
  readonly variadic?: boolean;
  /** The value if the flag is not given. */
  readonly fallback: Value | undefined;
  readonly isRequired: boolean;
  /** Words for completing the value, if there are no choices; absent for values that only the user knows. */
  readonly completion?: Completion;
  /** Whether the value is a comma-separated list of words. */
  readonly isList?: boolean;
  /** Returns the command-line words that result in this value. */
  words(value: NonNullable<Value>): readonly string[];
}

/** Names of kinds that PROJECT lists, paths of files, or words that are loaded when they are needed. */
export type Completion = 'group' | 'kind' | 'version' | 'file' | (() => Promise<readonly string[]>);

/** The flags of a command, by the names of their values in the command's options. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

type ValueOf<F> = F extends Flag<infer Value> ? Value : never;

/** The values of flags as given, with their fallbacks. Required values can be missing. */
export type Given<F extends Flags> = { readonly [Name in keyof F]?: NonNullable<ValueOf<F[Name]>> };

/** The options that result from flags. Options without a value are absent. */
export type OptionsOf<F extends Flags> = {
  readonly [Name in keyof F as undefined extends ValueOf<F[Name]> ? Name : never]?: NonNullable<ValueOf<F[Name]>>;
} & {
  readonly [Name in keyof F as undefined extends ValueOf<F[Name]> ? never : Name]: ValueOf<F[Name]>;
};

/**
 * Defines a flag with a value. A value that looks like a flag is treated as one: in `--group --kind X` the group is
 * missing.
 */
export function text(flags: string, description: string): Flag<string | undefined> {
  return valued(flags, description, nonEmpty);
}

/** Defines a flag for a source. `-` stands for the standard input. */
export function source(flags: string, description: string): Flag<string | undefined> {
  return valued(flags, description, nonEmpty, true);
}

function nonEmpty(value: string): string {
  if (value === '') throw new InvalidArgumentError('it is empty');
  return value;
}

/** Defines a flag with a value, and one that disables it: `--name <value>` and `--no-name`. */
export function textOrOff(flags: string, description: string, off: string): Flag<string | false | undefined> {
  const valueFlag = text(flags, description);
  const [option] = valueFlag.options;
  const no = new Option(`--no-${option!.name()}`, off);
  return {
    ...valueFlag,
    options: [option!, no],
    words: (value) => (value === false ? [no.long!] : valueFlag.words(value)),
  };
}

/** Defines a flag whose value must match a pattern. */
export function matching(flags: string, description: string, form: RegExp, reason: string): Flag<string | undefined> {
  return valued(flags, description, (value) => {
    if (!form.test(nonEmpty(value))) throw new InvalidArgumentError(reason);
    return value;
  });
}

/** Defines a flag with a value that can be empty. */
export function textOrEmpty(flags: string, description: string): Flag<string | undefined> {
  return valued(flags, description, (value) => value);
}

/** Defines a flag whose value is an integer in a range. */
export function number(flags: string, description: string, least: number, most: number): Flag<number | undefined> {
  const option = new Option(flags, description).argParser((value: string) => {
    if (!/^\d+$/.test(value)) throw new InvalidArgumentError('it is not a whole number');
    if (Number(value) < least || Number(value) > most)
      throw new InvalidArgumentError(`it is not from ${least} to ${most}`);
    return Number(value);
  });
  return flagOf(option, (value) => [`${value}`]);
}

/** Defines a flag with a list of non-empty words, separated by commas. It can be repeated. */
export function list(flags: string, description: string): Flag<readonly string[]> {
  const separated = valued<readonly string[]>(flags, description, (value, earlier = []) => {
    const words = value.split(',').map((each) => each.trim());
    const named = words.filter((each) => each !== '');
    nonEmpty(named.join(','));
    return [...earlier, ...named];
  });
  return {
    ...separated,
    isList: true,
    fallback: [],
    words: (words) => (words.length === 0 ? [] : separated.words(words)),
  };
}

/** Defines a flag with one of several values. @param alone the value of the flag without one, for `--name [value]` */
export function choice<const Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[],
  alone?: Value,
): Flag<Value | undefined> {
  const option = new Option(flags, description).choices(values);
  return flagOf<Value>(alone === undefined ? option : option.preset(alone), (value) => [value]);
}

/** Defines a flag with some of several values, separated by commas. It can be repeated. */
export function choices<const Value extends string>(
  flags: string,
  description: string,
  values: readonly Value[] | (() => readonly Value[]),
): Flag<readonly Value[] | undefined> {
  const listed = list(flags, description) as Flag<readonly Value[]>;
  const [option] = listed.options;
  const read = option!.parseArg!;
  const withChoices = (): Option => {
    const allowed = typeof values === 'function' ? values() : values;
    return option!.choices(allowed).argParser((value: string, earlier: readonly string[] | undefined) => {
      const words = read(value, earlier) as readonly string[];
      if (words.every((each) => allowed.some((other) => other === each))) return words;
      throw new InvalidArgumentError(`Allowed choices are some of ${allowed.join(', ')}.`);
    });
  };
  const { argument: _argument, options: _options, ...others } = listed;
  return {
    ...others,
    fallback: undefined,
    // Features can add values, so they are read when the command line is built.
    get options() {
      return [withChoices()];
    },
  };
}

/** Defines a flag without a value. */
export function on(flags: string, description: string): Flag<boolean> {
  const option = new Option(flags, description);
  return { options: [option], fallback: false, isRequired: false, words: (value) => (value ? [longOf(option)] : []) };
}

/**
 * Defines `--name` and `--no-name`, shown as one line of help. `--name=false` also works, because users of kubebuilder
 * write it.
 */
export function toggle(name: string, description: string): Flag<boolean | undefined>;
export function toggle(name: string, description: string, fallback: boolean): Flag<boolean>;
export function toggle(
  name: string,
  description: string,
  fallback?: boolean,
): Flag<boolean> | Flag<boolean | undefined> {
  const option = new Option(`--${name} [boolean]`, description).argParser((value: string) => {
    if (value !== 'true' && value !== 'false') throw new InvalidArgumentError('it must be true or false');
    return value === 'true';
  });
  option.flags = `--[no-]${name}`;
  return {
    options: [option, new Option(`--no-${name}`).hideHelp()],
    fallback,
    isRequired: false,
    words: (value) => (value === fallback ? [] : [value ? `--${name}` : `--no-${name}`]),
  };
}

/** Defines an optional positional argument. */
export function word(description: string): Flag<string | undefined> {
  return { options: [], argument: description, fallback: undefined, isRequired: false, words: (value) => [value] };
}

/** Defines any number of positional arguments. */
export function remainingWords(description: string): Flag<readonly string[]> {
  return {
    options: [],
    argument: description,
    variadic: true,
    fallback: [],
    isRequired: false,
    words: (values) => values,
  };
}

/** Returns the same flag with completion of its value. */
export function completed<Value>(completion: Completion, flag: Flag<Value>): Flag<Value> {
  return { ...flag, completion };
}

/** Returns the same flag as a required one. */
export function required<Value>(optional: Flag<Value>): Flag<NonNullable<Value>> {
  return { ...optional, fallback: optional.fallback ?? undefined, isRequired: true };
}

/** Returns the values that commander found. */
export function givenFlags<F extends Flags>(flags: F, found: Readonly<Record<string, unknown>>): Given<F> {
  const values = Object.entries(flags).map(([name, { options, fallback }]) => {
    return [name, found[options[0]?.attributeName() ?? name] ?? fallback] as const;
  });
  return defined(Object.fromEntries(values)) as Given<F>;
}

/**
 * Returns the options for the given values.
 * @throws UsageError that lists the required flags and arguments without a value
 */
export function optionsOf<F extends Flags>(command: string, flags: F, given: Given<F>): OptionsOf<F> {
  const missing = Object.entries(flags).filter(([name, each]) => each.isRequired && isAbsent(given[name]));
  const argument = missing.find(([, each]) => each.argument !== undefined);
  if (argument !== undefined) {
    const [name, { variadic = false }] = argument;
    throw usageError(command, 'missing-positional-argument', { argument: name, isList: variadic });
  }
  if (missing.length > 0)
    throw usageError(command, 'missing-flag', { flags: missing.map(([, { options }]) => longOf(options[0]!)) });
  // Values of other flags are excluded, because features add flags to commands.
  const own = Object.entries(given).filter(([name]) => Object.hasOwn(flags, name));
  return Object.fromEntries(own) as OptionsOf<F>;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Returns the command-line words that result in these values. */
export function wordsOf<F extends Flags>(flags: F, given: Given<F>): readonly string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const value = given[name];
    return value === undefined ? [] : flag.words(value);
  });
}

function valued<Value>(
  flags: string,
  description: string,
  read: (value: string, earlier: Value | undefined) => Value,
  isInput = false,
): Flag<Value | undefined> {
  const option = new Option(flags, description).argParser((value: string, earlier: Value | undefined) => {
    const result = read(value, earlier);
    if (value.startsWith('-') && !(isInput && value === '-'))
      throw new InvalidArgumentError('the value is missing, because this is a flag');
    return result;
  });
  return flagOf(option, (value) => [Array.isArray(value) ? value.join(',') : String(value)]);
}

function flagOf<Value>(
  option: Option,
  words: (value: NonNullable<Value>) => readonly string[],
): Flag<Value | undefined> {
  return {
    options: [option],
    fallback: undefined,
    isRequired: false,
    words: (value) => [longOf(option), ...words(value)],
  };
}

function longOf(option: Option): string {
  return option.long!;
}
