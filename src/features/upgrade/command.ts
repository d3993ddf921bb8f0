import { defineCommand } from '../../cli/framework/command.js';
import { upgradeFlags } from './flags.js';

export const upgrade = defineCommand({
  name: 'upgrade',
  summary: 'Update the scaffolded files to this release',
  description: 'Merge the changes of the scaffolding since the release in PROJECT into the files of the project.',
  examples: `With conflicts, --conflicts decides:
  stop     write nothing
  markers  write both texts, between the conflict markers of git
  orig     keep your text, and write the file of the release to <file>.orig

Exit code 0: everything is merged. Exit code 1: conflicts were written. Exit code 2: nothing was written.

Examples:
  $ operator-gen upgrade --dry-run --diff
  $ operator-gen upgrade
  $ operator-gen upgrade --conflicts markers
`,
  flags: upgradeFlags,
  writes: true,
  writesConflicts: true,
  operation: async () => (await import('./run.js')).upgrade,
});
