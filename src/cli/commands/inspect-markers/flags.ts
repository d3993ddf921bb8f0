import { word } from '../../framework/flags.js';

export const inspectMarkersFlags = { name: word('Describe only this marker') };

/** Options of `inspect markers`. */
export interface InspectMarkersOptions {
  /** Decorator names of the markers to describe; absent for all markers. */
  readonly names?: readonly string[];
  /** The requested Go marker, if it is replaced by something other than a marker. */
  readonly replaced?: string;
}
