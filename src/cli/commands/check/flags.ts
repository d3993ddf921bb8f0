import { completed, on, text, textOrOff, type OptionsOf } from '../../framework/flags.js';
import { strictFlag } from '../manifests/flags.js';
import { selectionFlags } from '../selection.js';

/** Name of the baseline that is used if it exists. */
export const baselineFile = 'check-baseline.yaml';

export const checkFlags = {
  strict: strictFlag,
  against: completed(
    'file',
    text('--against <base>', 'Report changes that break users of a git ref, a folder, a file, or cluster[:<context>]'),
  ),
  exact: on('--exact', "Fail if the API server's own validation code is not available"),
  ...selectionFlags,
  baseline: completed(
    'file',
    textOrOff(
      '--baseline <file>',
      `File with known problems; default: ${baselineFile}, if it exists`,
      'Report known problems, too',
    ),
  ),
  writeBaseline: on('--write-baseline', 'Write all current problems to the baseline'),
};

/** Options of `check`, in addition to the settings in PROJECT. */
export type CheckOptions = Partial<OptionsOf<typeof checkFlags>>;
