import { choice, text, toggle } from '../cli/flags.js';
import type { LicenseOptions } from '../change/license.js';

/**
 * Returns the flags of project settings for `init` and `edit`.
 * @param ending text at the end of the help of toggles
 */
export function projectFlags(ending = '') {
  return {
    multigroup: toggle('multigroup', `a folder for the code of each API group${ending}`),
    namespaced: toggle('namespaced', `look after the namespace of the operator alone${ending}`),
    license: choice('--license <license>', 'a LICENSE, and what every file begins with', ['apache2', 'none']),
    licenseFile: text('--license-file <path>', 'words of your own for the beginning of every file'),
    owner: text('--owner <name>', 'who has the copyright'),
  };
}

/** Returns the year for a new license; nothing if no flag concerns the license. */
export function yearOf({ license, licenseFile, owner }: LicenseOptions): Pick<LicenseOptions, 'year'> {
  const isAsked = [license, licenseFile, owner].some((each) => each !== undefined);
  return isAsked ? { year: new Date().getFullYear() } : {};
}
