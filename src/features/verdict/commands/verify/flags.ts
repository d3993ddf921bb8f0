import { completed, matching, required, remainingWords, type OptionsOf } from '../../../../cli/framework/flags.js';
import { selectionFlags, type SelectionOptions } from '../../../../cli/commands/selection.js';

/** The version of the emulated API server. */
export const kubernetesFlag = matching(
  '--kubernetes <version>',
  'Emulate an older minor version, such as 1.34',
  /^\d+\.\d+$/,
  'it is not a minor version, such as 1.34',
);

const manifestFlags = {
  paths: required(completed('file', remainingWords('Files, folders and kustomizations; - for the standard input'))),
  kubernetes: kubernetesFlag,
};

export const verifyFlags = { ...manifestFlags, ...selectionFlags };

/** Options of `verify`. */
export type VerifyOptions = OptionsOf<typeof manifestFlags> & SelectionOptions;
