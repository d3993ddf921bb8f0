import { consoleMarkers } from './console.js';
import { documentationMarkers } from './documentation.js';
import { kindMarkers } from './kinds.js';
import { listMarkers } from './lists.js';
import { tagName, type Marker } from './marker.js';
import { numberMarkers } from './numbers.js';
import { objectMarkers } from './objects.js';
import { partMarkers } from './parts.js';
import { permissionMarkers } from './permissions.js';
import { stringMarkers } from './strings.js';
import { structureMarkers } from './structure.js';
import { validationMarkers } from './validations.js';
import { valueMarkers } from './values.js';
import { webhookMarkers } from './webhooks.js';

/** All markers. To add a marker, add an entry to one of these tables. */
export const markers: readonly Marker[] = [
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
  ...consoleMarkers,
  ...permissionMarkers,
  ...webhookMarkers,
];

export const markersByName: ReadonlyMap<string, Marker> = new Map(markers.map((each) => [each.name, each]));
export const markersByTag: ReadonlyMap<string, Marker> = new Map(markers.map((each) => [tagName(each), each]));
