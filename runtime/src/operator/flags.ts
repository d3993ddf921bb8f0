import type * as commanderModule from 'commander';
import type { Command, Option } from 'commander';

/** What every flag has. */
export interface FlagDescription {
  /** What the flag changes, as one line of the help. */
  readonly description: string;
  /** Environment variable that has the value where the flag is not given. */
  readonly env?: string;
}

/** A flag with a text, such as `--kubeconfig <path>`. */
export interface StringFlag extends FlagDescription {
  readonly type: 'string';
  readonly default?: string;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  /** What the help calls the value; `value` where absent. */
  readonly placeholder?: string;
}

/** A flag that is on or off: `--name`, `--no-name`, `--name=true`, `--name=false`. */
export interface BooleanFlag extends FlagDescription {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** A flag with a whole number. */
export interface NumberFlag extends FlagDescription {
  readonly type: 'number';
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly placeholder?: string;
}

export type Flag = StringFlag | BooleanFlag | NumberFlag;

/** Flags by their names, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

interface ValueTypes {
  readonly string: string;
  readonly boolean: boolean;
  readonly number: number;
}

type ValueOf<F extends Flag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : ValueTypes[F['type']];

/** The values of flags by the names of the flags. One without a default may be undefined. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends { readonly default: unknown }
    ? ValueOf<F[Name]>
    : ValueOf<F[Name]> | undefined;
};

/**
 * Reads the flags of a command line, given as the words after the program. `--help` is one of them.
 * @throws CommanderError after commander has printed the help (with exit code 0) or what is wrong
 */
export async function parseFlags<const F extends Flags>(
  program: string,
  flags: F,
  words: readonly string[],
): Promise<FlagValues<F>> {
  const commander = await import('commander');
  const command = new commander.Command(program)
    .exitOverride()
    // One line for each problem, the suggestion included.
    .configureOutput({ outputError: (text, write) => write(`${text.trim().replaceAll('\n', ' ')}\n`) })
    .helpOption('-h, --help', 'print this help and exit')
    .allowExcessArguments(false);
  for (const [name, flag] of Object.entries(flags)) addOption(command, name, flag, commander);
  command.parse(words, { from: 'user' });
  const values = command.opts<Record<string, unknown>>();
  const attributes = new Map(command.options.map((option) => [option.long?.slice(2), option.attributeName()]));
  return Object.fromEntries(Object.keys(flags).map((name) => [name, values[attributes.get(name)!]])) as FlagValues<F>;
}

type Commander = typeof commanderModule;

function addOption(command: Command, name: string, flag: Flag, { Option, InvalidArgumentError }: Commander): void {
  const refuse = (rule: string): never => {
    throw new InvalidArgumentError(rule);
  };
  const add = (option: Option): void => {
    if (flag.default !== undefined) option.default(flag.default);
    // An empty variable is how a manifest says that it is not set.
    if (flag.env !== undefined && process.env[flag.env] !== '') option.env(flag.env);
    command.addOption(option);
  };
  switch (flag.type) {
    case 'string': {
      const option = new Option(`--${name} <${flag.placeholder ?? 'value'}>`, flag.description);
      add(flag.choices === undefined ? option : option.choices(flag.choices));
      break;
    }
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity } = flag;
      add(
        new Option(`--${name} <${flag.placeholder ?? 'number'}>`, flag.description).argParser((text: string) => {
          const value = Number(text);
          if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) refuse('It is not a whole number.');
          if (value < minimum || value > maximum) refuse(`It is not between ${minimum} and ${maximum}.`);
          return value;
        }),
      );
      break;
    }
    case 'boolean': {
      // With a value, as Go's flag package takes it: --leader-elect=false.
      const option = new Option(`--${name} [boolean]`, flag.description).argParser((text: string) => {
        if (text !== 'true' && text !== 'false') refuse('It is true or false.');
        return text === 'true';
      });
      option.flags = `--[no-]${name}`;
      add(option);
      command.addOption(new Option(`--no-${name}`).hideHelp());
    }
  }
}
