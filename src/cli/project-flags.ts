import type { Option as AnyOption } from 'commander';
import { InvalidArgumentError, Option } from './commander.js';
import { toggleFlags, valueFlag } from './command.js';
import type { LicenseOptions } from '../operations/options.js';

/** The flags of the settings that `init` and `edit` have in common. */
export interface ProjectFlags extends Omit<LicenseOptions, 'year'> {
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
}

/**
 * The settings of a project as `init` and `edit` take them.
 * @param ending what the help says last of those that are on or off
 */
export function projectOptions(ending = ''): readonly AnyOption[] {
  return [
    ...toggleFlags('multigroup', `a folder for the code of each API group${ending}`),
    ...toggleFlags('namespaced', `look after the namespace of the operator alone${ending}`),
    new Option('--license <license>', 'apache2 or none: a LICENSE, and what every file begins with').argParser(
      (value: string) => {
        if (value !== 'apache2' && value !== 'none') throw new InvalidArgumentError('it is apache2 or none');
        return value;
      },
    ),
    valueFlag('--license-file <path>', 'words of your own for the beginning of every file'),
    valueFlag('--owner <name>', 'who has the copyright'),
  ];
}

/** The settings that were given, and the year that a new licence is of. */
export function projectSettings(flags: ProjectFlags): ProjectFlags & Pick<LicenseOptions, 'year'> {
  const { multigroup, namespaced, license, licenseFile, owner } = flags;
  return {
    ...(multigroup === undefined ? {} : { multigroup }),
    ...(namespaced === undefined ? {} : { namespaced }),
    ...(license === undefined ? {} : { license }),
    ...(licenseFile === undefined ? {} : { licenseFile }),
    ...(owner === undefined ? {} : { owner }),
    ...([license, licenseFile, owner].some((each) => each !== undefined) ? { year: new Date().getFullYear() } : {}),
  };
}
