import { toolVersion } from '../io/tool.js';
import { markers } from '../markers/registry.js';
import { describeMarker, markerData } from './describe-marker.js';
import type { InspectMarkersOptions } from './options.js';
import type { Environment, Outcome } from './outcome.js';

/** The markers there are, or the named ones, as data and as text. No project is needed. */
export async function inspectMarkers({ names }: InspectMarkersOptions, { cwd }: Environment): Promise<Outcome> {
  const wanted = markers.filter(({ name }) => names === undefined || names.includes(name));
  return {
    root: cwd,
    plan: { files: [] },
    diagnostics: [],
    summary: '',
    next: [],
    result: {
      text: `${wanted.map((each) => describeMarker(each).join('\n')).join('\n\n')}\n`,
      json: { tool: { version: toolVersion() }, markers: wanted.map(markerData) },
    },
  };
}
