import type { Option } from 'commander';
import { toggleFlags } from './command.js';

/**
 * The settings of a project that are on or off, as `init` and `edit` take them.
 * @param ending what the help says last of each
 */
export function projectToggles(ending = ''): readonly Option[] {
  return [
    ...toggleFlags('multigroup', `a folder for the code of each API group${ending}`),
    ...toggleFlags('namespaced', `look after the namespace of the operator alone${ending}`),
  ];
}
