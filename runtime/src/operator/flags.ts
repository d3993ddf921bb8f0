import type * as commanderModule from 'commander';
import type { Command, Option } from 'commander';

/** Properties of every flag. */
export interface FlagDescription {
  /** Description, as one line of the help. */
  readonly description: string;
  /** Environment variable with the value if the flag is not given. */
  readonly env?: string;
}

/** Flag with a string value, such as `--kubeconfig <path>`. */
export interface StringFlag extends FlagDescription {
  readonly type: 'string';
  readonly default?: string;
  /** Allowed values. */
  readonly choices?: readonly string[];
  /** Name of the value in the help; defaults to `value`. */
  readonly placeholder?: string;
  /**
   * Returns the problem with a value, as a sentence with an example: `It is not an address: write :8080.` The operator
   * then prints it on one line and exits with 2.
   */
  readonly check?: (value: string) => string | undefined;
}

/** Boolean flag: `--name`, `--no-name`, `--name=true`, `--name=false`. */
export interface BooleanFlag extends FlagDescription {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** Flag with an integer value. */
export interface NumberFlag extends FlagDescription {
  readonly type: 'number';
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly placeholder?: string;
}

export type Flag = StringFlag | BooleanFlag | NumberFlag;

/** Flags by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

interface ValueTypes {
  readonly string: string;
  readonly boolean: boolean;
  readonly number: number;
}

type ValueOf<F extends Flag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : ValueTypes[F['type']];

/** Values of flags by name. A flag without a default may be undefined. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends { readonly default: unknown }
    ? ValueOf<F[Name]>
    : ValueOf<F[Name]> | undefined;
};

/**
 * Parses the flags of a command line, given as the arguments after the program. `--help` is one of them.
 * @throws CommanderError after commander has printed the help (with exit code 0) or the problem
 */
export async function parseFlags<const F extends Flags>(
  program: string,
  flags: F,
  words: readonly string[],
): Promise<FlagValues<F>> {
  const commander = await import('commander');
  const command = new commander.Command(program)
    .exitOverride()
    // One line per problem, including the suggestion.
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
    // An empty variable in a manifest means that it is not set.
    if (flag.env !== undefined && process.env[flag.env] !== '') option.env(flag.env);
    command.addOption(option);
  };
  switch (flag.type) {
    case 'string': {
      const option = new Option(`--${name} <${flag.placeholder ?? 'value'}>`, flag.description);
      const { check = () => undefined } = flag;
      option.argParser((text: string) => {
        const problem = check(text);
        return problem === undefined ? text : refuse(problem);
      });
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
      // With a value, as in Go's flag package: --leader-elect=false.
      const option = new Option(`--${name} [boolean]`, flag.description).argParser((text: string) => {
        if (text !== 'true' && text !== 'false') refuse('It must be true or false.');
        return text === 'true';
      });
      option.flags = `--[no-]${name}`;
      add(option);
      command.addOption(new Option(`--no-${name}`).hideHelp());
    }
  }
}
