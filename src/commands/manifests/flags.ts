import { on, type OptionsOf } from '../../cli/flags.js';

/** Treats warnings as errors, so that nothing is written if there are any. */
export const strictFlag = on('--strict', 'take warnings for errors');

export const manifestsFlags = {
  watch: on('-w, --watch', 'stay, and write again whenever a source changes'),
  strict: strictFlag,
};

/** Options of `manifests`, in addition to the settings in PROJECT. */
export type ManifestsOptions = Partial<OptionsOf<typeof manifestsFlags>>;
