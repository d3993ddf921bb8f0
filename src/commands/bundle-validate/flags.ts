import { list, word, type OptionsOf } from '../../cli/flags.js';
import { selectionFlags } from '../selection.js';

export const bundleValidateFlags = {
  folder: word('Folder of the bundle; ./bundle by default'),
  select: list('--select <suites>', 'Also check the rules of these suites, or of all'),
  ...selectionFlags,
};

/** Options of `bundle validate`. */
export type BundleValidateOptions = Partial<OptionsOf<typeof bundleValidateFlags>>;
