import type { OtherWay } from '../../../cli/commands/create-api/other-ways.js';
import type { FromCrdGiven } from '../flags.js';
import { fromCrdOptions, type FromCrdOptions } from './options.js';

/** Creates APIs from CustomResourceDefinitions. */
export const fromCrd: OtherWay = {
  options: (given: FromCrdGiven) => fromCrdOptions(given),
  run: async (options: FromCrdOptions, environment) => (await import('./run.js')).createFromCrd(options, environment),
};
