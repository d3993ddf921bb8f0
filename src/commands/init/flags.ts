import { on, required, text, type OptionsOf } from '../../cli/flags.js';
import type { LicenseOptions } from '../../change/license.js';
import { projectFlags } from '../project-flags.js';

export const initFlags = {
  domain: required(text('--domain <domain>', 'suffix of the API groups (default: my.domain)')),
  projectName: required(
    text('--project-name <name>', "prefix of the names in the cluster (default: the folder's name)"),
  ),
  skipInstall: on('--skip-install', 'do not run npm install'),
  force: on('--force', 'write over files that stand in the way'),
  ...projectFlags(' (default: false)'),
};

/** Options of `init`. All values are set by the command line or the questions. */
export type InitOptions = OptionsOf<typeof initFlags> & Pick<LicenseOptions, 'year'>;
