import { choices, on, text, type OptionsOf } from '../../framework/flags.js';
import type { LicenseOptions } from '../../../scaffold/change/settings/license.js';
import { partNames } from '../../../project/parts.js';
import { projectFlags } from '../project-flags.js';

const { enable, ...settings } = projectFlags();

export const editFlags = {
  domain: text('--domain <domain>', 'Domain suffix of the API groups'),
  projectName: text('--project-name <name>', 'Prefix of resource names in the cluster'),
  enable,
  disable: choices('--disable <parts>', 'Parts of the project to disable', partNames),
  force: on('--force', 'Overwrite existing files'),
  ...settings,
};

/** Options of `edit`: new values of project settings. Absent settings are kept. */
export type EditOptions = OptionsOf<typeof editFlags> & Pick<LicenseOptions, 'year'>;
