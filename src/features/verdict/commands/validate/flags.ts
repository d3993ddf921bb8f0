import { completed, list, required, remainingWords, type OptionsOf } from '../../../../cli/framework/flags.js';
import { kubernetesFlag } from '../verify/flags.js';

export const validateFlags = {
  objects: required(completed('file', remainingWords('Files with the objects; - for the standard input'))),
  crd: completed(
    'file',
    list('--crd <paths>', 'Files and folders with CRDs, separated by commas (default: those of the project)'),
  ),
  old: completed(
    'file',
    list('--old <paths>', 'Files with the objects before an update; without it, objects are created'),
  ),
  kubernetes: kubernetesFlag,
};

/** Options of `validate`. */
export type ValidateOptions = OptionsOf<typeof validateFlags>;
