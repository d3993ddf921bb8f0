import { choices, completed, on, text, toggle, type OptionsOf } from '../../framework/flags.js';
import type { LicenseOptions } from '../../../scaffold/change/settings/license.js';
import { features } from '../../../project/features.js';
import { projectFlags } from '../project-flags.js';

const { enable, ...settings } = projectFlags();

export const editFlags = {
  domain: text('--domain <domain>', 'Domain suffix of the API groups'),
  projectName: text('--project-name <name>', 'Prefix of resource names in the cluster'),
  enable,
  disable: choices('--disable <features>', 'Parts of the project to disable', features),
  helm: toggle('helm', 'Generate a Helm chart'),
  chartFolder: completed('file', text('--chart-folder <folder>', 'Folder of the Helm chart, dist/chart by default')),
  separateCRDs: toggle('separate-crds', 'Generate a Helm chart of their own for the CRDs'),
  olm: toggle('olm', 'Scaffold the base, kustomization and make targets of an OLM bundle'),
  force: on('--force', 'Overwrite existing files'),
  ...settings,
};

/** Options of `edit`: new values of project settings. Absent settings stay unchanged. */
export type EditOptions = OptionsOf<typeof editFlags> & Pick<LicenseOptions, 'year'>;
