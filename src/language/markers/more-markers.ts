import { extensionPoint } from '../../base/extensions/extension-point.js';
import type { Marker } from './marker.js';

/** Loads the markers of a feature. */
export type MarkerLoader = () => Promise<readonly Marker[]>;

/** The markers of features. */
export const moreMarkers = extensionPoint<MarkerLoader>();
