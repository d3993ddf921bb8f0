import { word } from '../../cli/flags.js';

export const inspectMarkersFlags = { name: word('Describe only this marker') };

/** Options of `inspect markers`. */
export interface InspectMarkersOptions {
  /** The markers to describe, by the names of their decorators; absent means all of them. */
  readonly names?: readonly string[];
  /** The marker of Go that was asked for, where other things than a marker stand for it. */
  readonly replaced?: string;
}
