import { completed, on, text, textOrEmpty, type OptionsOf } from '../../cli/framework/flags.js';
import { groupFlag } from '../../cli/commands/kind-flags.js';

export const renameApiFlags = {
  group: groupFlag,
  kind: completed('kind', text('--kind <Kind>', 'Kind to rename (with --to-group, default: all kinds of the group)')),
  toKind: text('--to-kind <Kind>', 'New kind'),
  toPlural: text('--to-plural <plural>', 'New plural (default: the English plural of the new kind)'),
  toGroup: completed('group', textOrEmpty('--to-group <group>', "First part of the new API group; '' for none")),
  force: on('--force', 'Overwrite existing files'),
};

/** Options of `rename api`. */
export type RenameApiOptions = OptionsOf<typeof renameApiFlags>;
