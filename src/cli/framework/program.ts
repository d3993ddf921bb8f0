import type { Command as AnyCommand, Option } from 'commander';
import { toolVersion } from '../../base/io/tool.js';
import { CliCommand, headingOf, helpGroups, type HelpGroup } from './cli-command.js';
import type { Command, Found } from './command.js';
import { completionCommand } from './completion/command.js';
import type { Context } from './context.js';
import { addHelpCommand } from './help.js';
import { settingOptions, yamlOutputOption } from './settings.js';
import { versionCommand } from './version.js';

const purpose = 'Build Kubernetes operators in TypeScript: scaffold a project, and generate and check its manifests.';

// Placed before the commands, which a small terminal must show.
const exitCodesHelp = `
Exit codes: 0 success, 1 the project has errors, 2 invalid usage,
            3 files are out of date (check), 70 internal error,
            74 output cannot be written, 130 interrupted.`;

const lastGroup = headingOf(helpGroups.at(-1)!);

/** Commands whose names share a first word that is not a command itself. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

/** All commands and groups of commands, in the order of the help, each with its group in the help. */
export type CommandList = readonly ((Command | CommandGroup) & { readonly helpGroup: HelpGroup })[];

/** Commands by their group in the help. */
export type CommandGroups = Readonly<Record<HelpGroup, readonly (Command | CommandGroup)[]>>;

/** Starts a command. */
export type Start = (command: Command, found: Found, parsed: AnyCommand) => Promise<void>;

/**
 * Builds the complete command line. It is built again for every run, because a commander command keeps the values that
 * it parsed.
 */
export function buildProgram(context: Context, commands: CommandList, start: Start): CliCommand {
  const program = new CliCommand('operator-gen');
  // Runs before commander's own listener, which would print the version even after a misspelled command that has such a
  // flag.
  program.on('option:version', () => refuseWordBeforeVersion(program, context.argv));
  program
    .description(`${purpose}\n${exitCodesHelp}`)
    .version(toolVersion(), '-V, --version', 'Print the version')
    // Otherwise `create api --version v1` would print the version of the tool.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
      // The help has no colors; commander would open the outputs to check for support.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      // Without blank lines between the groups, all commands fit on a terminal with 24 lines.
      formatItemList: (heading, items) =>
        items.length === 0 ? [] : [heading, ...items, ...(isFollowedByGroup(heading) ? [] : [''])],
    });
  for (const each of commands) {
    const parent = each.name.split(' ').slice(0, -1).reduce(childNamed, program);
    const made = 'flags' in each ? commandFor(each, context.argv, start) : commandNamed(each);
    parent.addCommand(parent === program ? made.helpGroup(headingOf(each.helpGroup)) : made);
  }
  // A small terminal must show the other commands, and `--version` and `--help` do the same as these two.
  program.addCommand(versionCommand(context).helpGroup(lastGroup), { hidden: true });
  program.addCommand(completionCommand(context).helpGroup(lastGroup));
  for (const each of program.commands.filter(({ commands: below }) => below.length > 0)) addHelpCommand(each);
  addHelpCommand(program, true);
  inheritSettings(program, context.argv, settingOptions());
  return program;
}

/** Rejects a word before `--version` that is neither a flag nor its value: a command would have taken the flag. */
function refuseWordBeforeVersion(program: CliCommand, argv: readonly string[]): void {
  const at = argv.findIndex((each) => each === '--version' || each === '-V');
  const word = argv.slice(0, at).find((each, index) => {
    const before = argv[index - 1];
    const hasValue = program.options.some(
      ({ long, short, required }) => required && (before === long || before === short),
    );
    return !each.startsWith('-') && (before === undefined || !hasValue);
  });
  if (word !== undefined) program.error(`unknown command '${word}'`, { code: 'commander.unknownCommand' });
}

function isFollowedByGroup(heading: string): boolean {
  return helpGroups.slice(0, -1).some((each) => headingOf(each) === heading);
}

/**
 * Reports whether a command line can refer to a command. The flags of all other commands are omitted, because creating
 * them is most of the work of `--help`.
 */
function canMean(argv: readonly string[], name: string): boolean {
  return name.split(' ').every((each) => argv.includes(each));
}

function childNamed(parent: AnyCommand, name: string): AnyCommand {
  const found = parent.commands.find((each) => each.name() === name);
  if (found === undefined) throw new Error(`${name} is not listed before its commands`);
  return found;
}

function commandNamed({ name, summary, description }: CommandGroup): CliCommand {
  return new CliCommand(name.split(' ').at(-1)).summary(summary).description(unwrapped(description));
}

/** Returns a text with one line for each paragraph, because the help is wrapped to the width of the terminal. */
function unwrapped(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

function commandFor(command: Command, argv: readonly string[], start: Start): CliCommand {
  const made = commandNamed(command).addHelpText('after', `\n${command.examples}`);
  const words = Object.entries(command.flags).filter(([, { argument }]) => argument !== undefined);
  for (const [name, { argument, variadic, isRequired }] of words) {
    const shown = variadic === true ? `${name}...` : name;
    made.argument(isRequired ? `<${shown}>` : `[${shown}]`, argument);
  }
  made.declared = Object.values(command.flags).flatMap(({ options }) => options);
  if (!canMean(argv, command.name)) return made;
  for (const option of made.declared) made.addOption(option);
  if (command.printsYaml === true) made.addOption(yamlOutputOption());
  return made.action(async () => {
    const found = Object.fromEntries(words.map(([name], index) => [name, made.processedArgs[index] as unknown]));
    await start(command, { ...made.opts(), ...found }, made);
  });
}

function inheritSettings(command: AnyCommand, argv: readonly string[], options: readonly Option[]): void {
  const own = new Set(command.options.map((each) => each.attributeName()));
  for (const option of options) if (!own.has(option.attributeName())) command.addOption(option);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child, argv, canMean(argv, child.name()) ? options : []);
  }
}
