import { list, required, remainingWords, type OptionsOf } from '../../cli/flags.js';
import { kubernetesFlag } from '../verify/flags.js';

export const validateFlags = {
  objects: required(remainingWords('Files with the objects; - is the standard input')),
  crd: list('--crd <paths>', 'Files and folders with CRDs, separated by commas; default: those of the project'),
  old: list('--old <paths>', 'Files with the objects before an update; without it, they are created'),
  kubernetes: kubernetesFlag,
};

/** Options of `validate`. */
export type ValidateOptions = OptionsOf<typeof validateFlags>;
