import { on, type OptionsOf } from '../../framework/flags.js';

/** Treats warnings as errors, so that nothing is written if there are any. */
export const strictFlag = on('--strict', 'Treat warnings as errors');

export const manifestsFlags = {
  watch: on('-w, --watch', 'Watch the sources and regenerate on changes'),
  strict: strictFlag,
};

/** Options of `manifests`, in addition to the settings in PROJECT. */
export type ManifestsOptions = Partial<OptionsOf<typeof manifestsFlags>>;
