import { on, required, text, type OptionsOf } from '../../framework/flags.js';
import type { LicenseOptions } from '../../../scaffold/change/settings/license.js';
import { projectFlags } from '../project-flags.js';

export const initFlags = {
  domain: required(text('--domain <domain>', 'Domain suffix of the API groups (default: my.domain)')),
  projectName: required(
    text('--project-name <name>', 'Prefix of resource names in the cluster (default: the folder name)'),
  ),
  minimal: on('--minimal', 'Leave out workflows, the development container, AGENTS.md and roles for users'),
  skipInstall: on('--skip-install', 'Skip npm install, which a folder with npm files of its own always skips'),
  force: on('--force', 'Overwrite existing files'),
  ...projectFlags(' (default: false)'),
};

/** Options of `init`. All values are set by the command line or the questions. */
export type InitOptions = OptionsOf<typeof initFlags> & Pick<LicenseOptions, 'year'>;
