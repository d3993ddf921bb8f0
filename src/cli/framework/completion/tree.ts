import { Option } from 'commander';
import type { Command } from '../command.js';
import type { Flag } from '../flags.js';
import type { CommandGroup, CommandList } from '../program.js';
import { globalSettings, yamlOutputOption } from '../settings.js';
import { completionCommandLine } from './shells.js';

/** A flag or a positional argument, with the properties that completion needs. */
export type Part = Pick<Flag<unknown>, 'options' | 'completion' | 'isList'>;

/** A command, a group of commands, or the program itself. */
export interface Place {
  readonly flags: readonly Part[];
  /** The positional arguments. */
  readonly words: readonly (Part & { readonly isVariadic: boolean })[];
  /** The names of the commands in it, with their summaries. */
  readonly commands: ReadonlyMap<string, string>;
}

const versionOption = { options: [new Option('-V, --version', 'Print the version')] };
const helpOption = { options: [new Option('-h, --help', 'Print this help')] };

/** The commands that are not in the list of commands, with their summaries. Another command can follow `help`. */
const ownCommands: readonly CommandGroup[] = [
  { name: 'version', summary: 'Print the versions of operator-gen and Node.js', description: '' },
  { name: 'completion', summary: completionCommandLine.summary, description: '' },
  { name: 'help', summary: 'Print the help of a command', description: '' },
];

/** Returns the place with a name such as `create api`, or undefined. The empty name is the program itself. */
export function placeNamed(commands: CommandList, name: string): Place | undefined {
  const all: readonly (Command | CommandGroup)[] = [...commands, ...ownCommands];
  const found = all.find((each) => each.name === name);
  if (found === undefined && name !== '') return undefined;
  const prefix = name === '' ? '' : `${name} `;
  const inside = all.filter((each) => each.name.startsWith(prefix) && !each.name.slice(prefix.length).includes(' '));
  const command = found !== undefined && 'flags' in found ? found : undefined;
  return {
    flags: [...flagsOf(command), ...(name === '' ? [versionOption] : []), helpOption],
    words: name === 'completion' ? [completionCommandLine.shell] : wordsOf(command),
    commands: new Map(inside.map((each) => [each.name.slice(prefix.length), each.summary])),
  };
}

/** Returns the flags of a command, and the global ones that it does not replace. */
function flagsOf(command: Command | undefined): readonly Part[] {
  const own: readonly Part[] = [
    ...Object.values(command?.flags ?? {}).filter(({ options }) => options.length > 0),
    ...(command?.printsYaml === true ? [{ options: [yamlOutputOption()] }] : []),
  ];
  const taken = new Set(own.flatMap(({ options }) => options.map((each) => each.attributeName())));
  return [...own, ...globalSettings().filter(({ options }) => !taken.has(options[0]!.attributeName()))];
}

function wordsOf(command: Command | undefined): Place['words'] {
  const words = Object.values(command?.flags ?? {}).filter(({ argument }) => argument !== undefined);
  return words.map((each) => ({ ...each, isVariadic: each.variadic === true }));
}
