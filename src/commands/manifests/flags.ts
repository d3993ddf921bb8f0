import { on, type OptionsOf } from '../../cli/flags.js';

/** Warnings are errors: after one of them nothing is written. */
export const strictFlag = on('--strict', 'Treat warnings as errors');

export const manifestsFlags = {
  watch: on('-w, --watch', 'Watch the sources and regenerate on changes'),
  strict: strictFlag,
};

/** Options of `manifests`, beside what the project says. */
export type ManifestsOptions = Partial<OptionsOf<typeof manifestsFlags>>;
