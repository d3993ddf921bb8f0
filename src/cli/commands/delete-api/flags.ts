import { completed, on, required, text, type OptionsOf } from '../../framework/flags.js';
import { groupFlag } from '../kind-flags.js';

export const deleteApiFlags = {
  group: groupFlag,
  version: required(completed('version', text('--version <version>', 'API version, for example v1alpha1 (required)'))),
  kind: required(completed('kind', text('--kind <Kind>', 'Kind, for example WebServer (required)'))),
  force: on('--force', 'Also delete edited files, and edited declarations in other files'),
};

/** Options of `delete api`. */
export type DeleteApiOptions = OptionsOf<typeof deleteApiFlags>;
