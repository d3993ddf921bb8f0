import type { Complete } from '../../framework/command.js';
import { usageError } from '../../framework/usage-error.js';
import { tagName } from '../../../language/markers/marker.js';
import { loadMarkers, markers } from '../../../language/markers/registry.js';
import { counterpartOf, replacementNamed } from '../../../language/markers/go-counterparts.js';
import type { inspectMarkersFlags, InspectMarkersOptions } from './flags.js';

/**
 * Finds markers by name: `Minimum`, `@minimum` or, as in Go, `+kubebuilder:validation:Minimum`, with or without
 * arguments.
 */
export const completeInspectMarkers: Complete<typeof inspectMarkersFlags, InspectMarkersOptions> = async (given) => {
  await loadMarkers();
  return { given, options: given.name === undefined ? {} : markersNamed(given.name) };
};

/**
 * Returns the markers of a name.
 * @throws UsageError when no marker has the name
 */
export function markersNamed(given: string): InspectMarkersOptions {
  const name = given.replace(/^[@+]/, '');
  const own = markers.filter((each) => [each.name, tagName(each)].includes(name));
  const { marker, inner, replacement } = counterpartOf(name) ?? { replacement: replacementNamed(name) };
  const found = own.length > 0 ? own : [marker, inner].filter((each) => each !== undefined);
  if (found.length === 0 && replacement === undefined) {
    throw usageError('inspect markers', 'unknown-marker', { name: given, names: markers.map((each) => each.name) });
  }
  return {
    names: found.map((each) => each.name),
    ...(replacement === undefined ? {} : { replaced: replacement.names[0]! }),
  };
}
