import { toggle, type OptionsOf } from '../../cli/framework/flags.js';

/** The flag with which `edit` scaffolds what a bundle is made of. */
export const editFlags = {
  olm: toggle('olm', 'Scaffold the base, kustomization and make targets of an OLM bundle'),
};

export type BundleEditOptions = OptionsOf<typeof editFlags>;
