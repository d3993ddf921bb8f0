import { coreCommands } from './cli/commands/core-commands.js';
import { helpGroups, type HelpGroup } from './cli/framework/cli-command.js';
import type { Flags } from './cli/framework/flags.js';
import type { CommandGroups, CommandList } from './cli/framework/program.js';
import { features } from './features.js';

/** All commands: those of the core with the flags that features add to them, and those of features. */
export const commands: CommandList = helpGroups.flatMap((helpGroup) => {
  const core: CommandGroups[HelpGroup] = coreCommands[helpGroup];
  const own = core.map((each) => ('withFlags' in each ? each.withFlags(flagsOf(each.name)) : each));
  const others = features.flatMap(({ commands: ofFeature }) => ofFeature?.[helpGroup] ?? []);
  return [...own, ...others].map((each) => ({ ...each, helpGroup }));
});

/** Returns the flags that features add to a command. */
function flagsOf(command: string): Flags {
  return Object.assign({}, ...features.map(({ flags }) => flags?.[command])) as Flags;
}
