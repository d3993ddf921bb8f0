import { defined } from '../../base/model/defined.js';
import type { EditExtension } from '../../cli/commands/edit/extensions.js';
import type { BundleEditOptions } from './flags.js';

/** Scaffolds or removes the sources of a bundle, all of which are templates. */
export const bundleEdit: EditExtension<BundleEditOptions> = {
  settings: ({ olm }) => defined({ olm }),
};
