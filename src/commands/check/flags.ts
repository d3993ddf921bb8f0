import { on, text, type OptionsOf } from '../../cli/flags.js';
import { strictFlag } from '../manifests/flags.js';

export const checkFlags = {
  strict: strictFlag,
  against: text(
    '--against <base>',
    'Report changes that break users of a git ref, a folder, a file, or cluster[:<context>]',
  ),
  exact: on('--exact', "Fail if the API server's own validation code is not available"),
};

/** Options of `check`, in addition to the settings in PROJECT. */
export type CheckOptions = Partial<OptionsOf<typeof checkFlags>>;
