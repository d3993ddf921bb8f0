import type { Command } from 'commander';
import { Option } from './commander.js';
import { globalOptions } from './cli-command.js';
import { text } from './flags.js';

const outputFormats = ['text', 'json', 'github'] as const;
type OutputFormat = (typeof outputFormats)[number];

/** What every command can be told. */
export interface Settings {
  readonly output: OutputFormat;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
  /** Take the default of everything that is not given. */
  readonly yes: boolean;
  /** False: never ask. */
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

/** Adds the flags that every command takes; they may stand before or after a command's name. */
export function addSettings<C extends Command>(command: C): C {
  const options = [
    new Option('--output <format>', 'Output format').choices(outputFormats),
    new Option('--dry-run', 'Print the changes without writing them'),
    new Option('--diff', 'Show changes as a patch'),
    new Option('-q, --quiet', 'Print only results and problems'),
    new Option('-v, --verbose', 'Print unchanged files, and the stack trace of an internal error'),
    new Option('--no-color', 'Disable colors (also: NO_COLOR=1)'),
    new Option('-y, --yes', 'Use the defaults instead of asking questions'),
    new Option('--no-input', 'Use the defaults instead of asking questions'),
    ...text('-C, --cwd <folder>', 'Run in this folder').options,
  ];
  for (const option of options) command.addOption(option.helpGroup(globalOptions));
  return command;
}

/** The settings of a parsed command: the innermost command that was given one decides. */
export function settingsOf(command: Command): Settings {
  const outer = command.parent === null ? defaults : settingsOf(command.parent);
  const given = Object.entries(command.opts()).filter(
    ([name]) => (Object.hasOwn(defaults, name) || name === 'cwd') && command.getOptionValueSource(name) === 'cli',
  );
  return { ...outer, ...Object.fromEntries(given) };
}

/** The settings that decide how a problem is shown, read from a command line that could not be parsed. */
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
