import { completed, word, type OptionsOf } from '../../../../cli/framework/flags.js';

export const scorecardFlags = {
  folder: completed('file', word('Folder of the bundle (default: bundle in the project)')),
};

/** Options of `scorecard`. */
export type ScorecardOptions = OptionsOf<typeof scorecardFlags>;
