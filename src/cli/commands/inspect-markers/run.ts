import { readMarkerExample } from '../../../base/io/marker-examples.js';
import { toolVersion } from '../../../base/io/tool.js';
import type { Marker } from '../../../language/markers/marker.js';
import { loadMarkers, markers } from '../../../language/markers/registry.js';
import { replacements } from '../../../language/markers/go-counterparts.js';
import { describeExample, describeMarker, describeReplacement, markerData } from './describe-marker.js';
import type { InspectMarkersOptions } from './flags.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';

/** Lists all markers, or the named ones, as data and as text. It does not require a project. */
export async function inspectMarkers(
  { names, replaced }: InspectMarkersOptions,
  { cwd }: Environment,
): Promise<Outcome> {
  await loadMarkers();
  const wanted = markers.filter(({ name }) => names === undefined || names.includes(name));
  const instead = replacements.filter((each) => names === undefined || each.names.includes(replaced ?? ''));
  const described =
    names === undefined
      ? wanted.map(describeMarker)
      : [...wanted.map(describeWithExample), ...instead.map(describeReplacement)];
  return {
    root: cwd,
    plan: { files: [] },
    diagnostics: [],
    summary: '',
    next: [],
    result: {
      text: `${described.map((lines) => lines.join('\n')).join('\n\n')}\n`,
      json: { tool: { version: toolVersion() }, markers: wanted.map(markerData), replacements: instead },
    },
  };
}

function describeWithExample(marker: Marker): readonly string[] {
  return [...describeMarker(marker), ...describeExample(readMarkerExample(marker.name))];
}
