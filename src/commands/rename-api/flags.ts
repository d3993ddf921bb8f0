import { on, text, textOrEmpty, type OptionsOf } from '../../cli/flags.js';
import { groupFlag } from '../kind-flags.js';

export const renameApiFlags = {
  group: groupFlag,
  kind: text('--kind <Kind>', 'name of the type; without it --to-group is about all kinds of the group'),
  toKind: text('--to-kind <Kind>', 'its new name'),
  toPlural: text('--to-plural <plural>', 'its new plural (default: that of the new kind, in English)'),
  toGroup: textOrEmpty('--to-group <group>', "first part of the new API group; '' for none"),
  force: on('--force', 'write over files that stand in the way'),
};

/** Options of `rename api`. */
export type RenameApiOptions = OptionsOf<typeof renameApiFlags>;
