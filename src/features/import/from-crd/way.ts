import type { OtherWay } from '../../../cli/commands/create-api/other-ways.js';
import { loadMarkers } from '../../../language/markers/registry.js';
import type { FromCrdGiven } from '../flags.js';
import { fromCrdOptions, type FromCrdOptions } from './options.js';

/** Creates APIs from CustomResourceDefinitions. */
export const fromCrd: OtherWay = {
  options: (given: FromCrdGiven) => fromCrdOptions(given),
  run: async (options: FromCrdOptions, environment) => {
    // Types must not have the names of markers, so the markers must be known.
    await loadMarkers();
    return (await import('./run.js')).createFromCrd(options, environment);
  },
};
