import { choices, completed, word, type OptionsOf } from '../../../../cli/framework/flags.js';
import { optionalSuiteNames } from '../../rules/suite-names.js';
import { selectionFlags } from '../../../../cli/commands/selection.js';

export const bundleValidateFlags = {
  folder: completed('file', word('Folder of the bundle (default: bundle in the project)')),
  select: choices('--select <suites>', 'Also check the rules of these suites, or all', [...optionalSuiteNames, 'all']),
  ...selectionFlags,
};

/** Options of `bundle validate`. */
export type BundleValidateOptions = Partial<OptionsOf<typeof bundleValidateFlags>>;
