import { choice, choices, completed, text, toggle } from '../framework/flags.js';
import type { LicenseOptions } from '../../scaffold/change/settings/license.js';
import { partNames } from '../../project/parts.js';

/**
 * Returns the flags of project settings for `init` and `edit`.
 * @param ending text at the end of the help of toggles
 */
export function projectFlags(ending = '') {
  return {
    multigroup: toggle('multigroup', `Use a separate folder for each API group${ending}`),
    namespaced: toggle('namespaced', `Watch only the operator's own namespace${ending}`),
    permissions: choice(
      '--permissions <source>',
      'Permissions of the operator: its markers, or also what its code uses',
      ['declared', 'inferred'],
    ),
    enable: choices('--enable <parts>', 'Parts of the project to enable', partNames),
    license: choice('--license <license>', 'License file and license header', ['apache2', 'none']),
    licenseFile: completed('file', text('--license-file <path>', 'File with a custom license header')),
    owner: text('--owner <name>', 'Copyright holder'),
  };
}

/** Returns the year for a new license; nothing if no flag concerns the license. */
export function yearOf({ license, licenseFile, owner }: LicenseOptions): Pick<LicenseOptions, 'year'> {
  const isAsked = [license, licenseFile, owner].some((each) => each !== undefined);
  return isAsked ? { year: new Date().getFullYear() } : {};
}
