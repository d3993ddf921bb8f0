import { tagName } from '../markers/marker.js';
import { markers } from '../markers/registry.js';
import { counterpartOf, replacementNamed } from '../markers/upstream.js';
import type { InspectMarkersOptions } from '../operations/options.js';
import type { Job } from './job.js';
import type { Operations } from './operations.js';
import { usageError } from './usage-error.js';

/**
 * `inspect markers` with the name that was given: `Minimum`, `@minimum` or, as in Go, `+kubebuilder:validation:Minimum`,
 * with or without its arguments.
 */
export function inspectMarkersJob(
  name: string | undefined,
  { inspectMarkers }: Operations,
): Job<InspectMarkersOptions> {
  return {
    command: 'inspect markers',
    writes: false,
    operation: inspectMarkers,
    options: async () => (name === undefined ? {} : optionsFor(name)),
  };
}

function optionsFor(given: string): InspectMarkersOptions {
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
