import { type Command, Option } from 'commander';
import { globalOptions } from './cli-command.js';
import { completed, text, type Flag } from './flags.js';

const outputFormats = ['text', 'json', 'github', 'sarif'] as const;
type OutputFormat = (typeof outputFormats)[number] | 'yaml';

/** The global options of all commands. */
export interface Settings {
  readonly output: OutputFormat;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  /** Whether to use the defaults for all missing values. */
  readonly yes: boolean;
  /** False to never ask questions. */
  readonly input: boolean;
  /** Folder to work in, as typed. */
  readonly cwd?: string;
}

const defaults: Settings = {
  output: 'text',
  dryRun: false,
  diff: false,
  quiet: false,
  verbose: false,
  color: true,
  yes: false,
  input: true,
};

/** A global option, and the completion of its value. */
export type Setting = Pick<Flag<unknown>, 'options' | 'completion'>;

/** The global option `--cwd`. */
const cwdFlag = completed('file', text('-C, --cwd <folder>', 'Run in this folder'));

/** The flags of every command, which can be given before or after its name. */
export function globalSettings(): readonly Setting[] {
  const options = [
    new Option('--output <format>', 'Output format').choices(outputFormats),
    new Option('--dry-run', 'Print the changes without writing them'),
    new Option('--diff', 'Show changes as a patch'),
    new Option('-q, --quiet', 'Print only results and problems'),
    new Option('-v, --verbose', 'Print all files, and the stack trace of an internal error'),
    new Option('--no-color', 'Disable colors (also: NO_COLOR=1)'),
    new Option('-y, --yes', 'Use the defaults instead of asking questions'),
    new Option('--no-input', 'Use the defaults instead of asking questions'),
  ];
  return [...options.map((option) => ({ options: [option] })), cwdFlag];
}

/** The options of the global settings. */
export function settingOptions(): readonly Option[] {
  return globalSettings().flatMap(({ options }) => options.map((option) => option.helpGroup(globalOptions)));
}

/** The flag for the output formats of commands that can also print YAML. */
export function yamlOutputOption(): Option {
  return new Option('--output <format>', 'Output format').choices([...outputFormats, 'yaml']).helpGroup(globalOptions);
}

/** Returns the settings of a parsed command: the innermost command with a value decides. */
export function settingsOf(command: Command): Settings {
  const outer = command.parent === null ? defaults : settingsOf(command.parent);
  const given = Object.entries(command.opts()).filter(
    ([name]) => (Object.hasOwn(defaults, name) || name === 'cwd') && command.getOptionValueSource(name) === 'cli',
  );
  return { ...outer, ...Object.fromEntries(given) };
}

/** Returns the settings that determine the display of a problem, from a command line that could not be parsed. */
export function settingsOfWords(argv: readonly string[]): Settings {
  const named = argv.flatMap((word, index) =>
    word === '--output' ? [argv[index + 1]] : word.startsWith('--output=') ? [word.slice('--output='.length)] : [],
  );
  return {
    ...defaults,
    output: outputFormats.findLast((format) => named.includes(format)) ?? 'text',
    color: !argv.includes('--no-color'),
    quiet: argv.includes('--quiet') || argv.includes('-q'),
    verbose: argv.includes('--verbose') || argv.includes('-v'),
  };
}
