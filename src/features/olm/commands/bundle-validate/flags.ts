import { choices, completed, word, type OptionsOf } from '../../../../cli/framework/flags.js';
import { optionalSuiteNames } from '../../rules/suite-names.js';
import { selectionFlags } from '../../../../cli/commands/selection.js';

export const bundleValidateFlags = {
  folder: completed('file', word('Folder of the bundle; bundle of the project by default')),
  select: choices('--select <suites>', 'Also check the rules of these suites, or of all', [
    ...optionalSuiteNames,
    'all',
  ]),
  ...selectionFlags,
};

/** Options of `bundle validate`. */
export type BundleValidateOptions = Partial<OptionsOf<typeof bundleValidateFlags>>;
