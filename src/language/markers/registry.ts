import { documentationMarkers } from './documentation.js';
import { kindMarkers } from './kinds.js';
import { listMarkers } from './lists.js';
import { tagName, type Marker } from './marker.js';
import { moreMarkers } from './more-markers.js';
import { numberMarkers } from './numbers.js';
import { objectMarkers } from './objects.js';
import { partMarkers } from './parts.js';
import { permissionMarkers } from './permissions.js';
import { stringMarkers } from './strings.js';
import { structureMarkers } from './structure.js';
import { validationMarkers } from './validations.js';
import { valueMarkers } from './values.js';
import { webhookMarkers } from './webhooks.js';

/** The markers of the core. To add a marker, add an entry to one of these tables, or to that of a feature. */
const core: readonly Marker[] = [
  ...kindMarkers,
  ...numberMarkers,
  ...stringMarkers,
  ...listMarkers,
  ...objectMarkers,
  ...valueMarkers,
  ...validationMarkers,
  ...structureMarkers,
  ...partMarkers,
  ...documentationMarkers,
  ...permissionMarkers,
  ...webhookMarkers,
];

const known = [...core];
const byName = new Map(core.map((each) => [each.name, each]));
const byTag = new Map(core.map((each) => [tagName(each), each]));

/** All markers; those of features once `loadMarkers` has loaded them. */
export const markers: readonly Marker[] = known;
export const markersByName: ReadonlyMap<string, Marker> = byName;
export const markersByTag: ReadonlyMap<string, Marker> = byTag;

let loading: Promise<void> | undefined;

/** Loads the markers of features, before sources are read. */
export function loadMarkers(): Promise<void> {
  return (loading ??= Promise.all(moreMarkers.all().map((each) => each())).then((tables) => {
    for (const each of tables.flat()) {
      known.push(each);
      byName.set(each.name, each);
      byTag.set(tagName(each), each);
    }
  }));
}
