import { tagName } from '../markers/marker.js';
import { markers } from '../markers/registry.js';
import type { InspectMarkersOptions } from '../operations/options.js';
import type { Job } from './job.js';
import type { Operations } from './operations.js';
import { usageError } from './usage-error.js';

/** `inspect markers` with the name that was given: `Minimum`, `@minimum` or, as in Go, `+kubebuilder:validation:Minimum`. */
export function inspectMarkersJob(
  name: string | undefined,
  { inspectMarkers }: Operations,
): Job<InspectMarkersOptions> {
  return {
    command: 'inspect markers',
    writes: false,
    operation: inspectMarkers,
    options: async () => (name === undefined ? {} : { names: markersNamed(name) }),
  };
}

function markersNamed(given: string): readonly string[] {
  const name = given.replace(/^[@+]/, '');
  const found = markers.filter((each) => [each.name, tagName(each), ...each.kubebuilder].includes(name));
  if (found.length > 0) return found.map((each) => each.name);
  throw usageError('inspect markers', 'unknown-marker', { name: given, names: markers.map((each) => each.name) });
}
