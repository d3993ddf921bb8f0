import { required, text, remainingWords, type OptionsOf } from '../../cli/flags.js';

/** The version whose API server is asked. */
export const kubernetesFlag = text('--kubernetes <version>', 'Emulate an older minor version, such as 1.34');

export const verifyFlags = {
  paths: required(remainingWords('Files, folders and kustomizations; - is the standard input')),
  kubernetes: kubernetesFlag,
};

/** Options of `verify`. */
export type VerifyOptions = OptionsOf<typeof verifyFlags>;
