import { on, text, type OptionsOf } from '../../cli/flags.js';
import type { LicenseOptions } from '../../change/license.js';
import { projectFlags } from '../project-flags.js';

export const editFlags = {
  domain: text('--domain <domain>', 'suffix of the API groups'),
  projectName: text('--project-name <name>', 'prefix of the names in the cluster'),
  force: on('--force', 'write over files that stand in the way'),
  ...projectFlags(),
};

/** Options of `edit`: new values of project settings. Absent settings stay unchanged. */
export type EditOptions = OptionsOf<typeof editFlags> & Pick<LicenseOptions, 'year'>;
