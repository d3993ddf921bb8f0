import { toggle, type OptionsOf } from '../../cli/framework/flags.js';

/** The flag with which `edit` scaffolds the sources of a bundle. */
export const editFlags = {
  olm: toggle('olm', 'Scaffold the base, kustomization and make targets of an OLM bundle'),
};

export type BundleEditOptions = OptionsOf<typeof editFlags>;
