import { choice, text, toggle } from '../cli/flags.js';
import type { LicenseOptions } from '../change/license.js';

/**
 * The settings of a project as `init` and `edit` take them.
 * @param ending what the help says last of those that are on or off
 */
export function projectFlags(ending = '') {
  return {
    multigroup: toggle('multigroup', `Use a separate folder for each API group${ending}`),
    namespaced: toggle('namespaced', `Watch only the operator's own namespace${ending}`),
    license: choice('--license <license>', 'License file and license header', ['apache2', 'none']),
    licenseFile: text('--license-file <path>', 'File with a custom license header'),
    owner: text('--owner <name>', 'Copyright holder'),
  };
}

/** The year that a new license is of; nothing where no flag is about a license. */
export function yearOf({ license, licenseFile, owner }: LicenseOptions): Pick<LicenseOptions, 'year'> {
  const isAsked = [license, licenseFile, owner].some((each) => each !== undefined);
  return isAsked ? { year: new Date().getFullYear() } : {};
}
