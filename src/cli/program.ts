import type { Command as AnyCommand } from 'commander';
import { toolVersion } from '../io/tool.js';
import { CliCommand } from './cli-command.js';
import type { Command, Found } from './command.js';
import type { Context } from './context.js';
import { addSettings } from './settings.js';
import { versionCommand } from './version.js';

const exitCodesHelp = `
Exit codes: 0 success, 1 the project has errors, 2 invalid usage, 3 files are out of date (check),
            70 internal error, 74 output cannot be written, 130 interrupted.
`;

/** Commands whose names begin with the same word, which is not a command itself. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

/** Everything that can be typed, in the order of the help. */
export type CommandList = readonly (Command | CommandGroup)[];

/** Hands a command over to be run. */
export type Start = (command: Command, found: Found, parsed: AnyCommand) => Promise<void>;

/** The whole command line. Made anew for every run: a commander command keeps the values that it parsed. */
export function buildProgram(context: Context, commands: CommandList, start: Start): CliCommand {
  const program = new CliCommand('operator-gen')
    .description('Build Kubernetes operators in TypeScript: scaffold a project, and generate and check its manifests.')
    .version(toolVersion(), '-V, --version', 'Print the version')
    // Otherwise `create api --version v1` would print our version.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
    })
    .helpCommand('help [command]', 'Print the help of a command')
    .addHelpText('after', exitCodesHelp);
  for (const each of commands) {
    const parent = each.name.split(' ').slice(0, -1).reduce(childNamed, program);
    parent.addCommand('flags' in each ? commandFor(each, start) : commandNamed(each));
  }
  program.addCommand(versionCommand(context));
  inheritSettings(program);
  return program;
}

function childNamed(parent: AnyCommand, name: string): AnyCommand {
  const found = parent.commands.find((each) => each.name() === name);
  if (found === undefined) throw new Error(`${name} is not listed before its commands`);
  return found;
}

function commandNamed({ name, summary, description }: CommandGroup): CliCommand {
  return new CliCommand(name.split(' ').at(-1)).summary(summary).description(description);
}

function commandFor(command: Command, start: Start): CliCommand {
  const made = commandNamed(command).addHelpText('after', `\n${command.examples}`);
  const words = Object.entries(command.flags).filter(([, { argument }]) => argument !== undefined);
  for (const [name, { argument }] of words) made.argument(`[${name}]`, argument);
  for (const option of Object.values(command.flags).flatMap(({ options }) => options)) made.addOption(option);
  return made.action(async () => {
    const found = Object.fromEntries(words.map(([name], index) => [name, made.processedArgs[index] as unknown]));
    await start(command, { ...made.opts(), ...found }, made);
  });
}

function inheritSettings(command: AnyCommand): void {
  addSettings(command);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}
