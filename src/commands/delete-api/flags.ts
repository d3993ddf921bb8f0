import { on, required, text, type OptionsOf } from '../../cli/flags.js';
import { groupFlag } from '../kind-flags.js';

export const deleteApiFlags = {
  group: groupFlag,
  version: required(text('--version <version>', 'required: version of the API, e.g. v1alpha1')),
  kind: required(text('--kind <Kind>', 'required: name of the type, e.g. WebServer')),
  force: on('--force', 'remove files that were edited, too'),
};

/** Options of `delete api`. */
export type DeleteApiOptions = OptionsOf<typeof deleteApiFlags>;
