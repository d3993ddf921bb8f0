import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Position } from '../../base/model/position.js';

/** Returns the diagnostic for something that is not carried over. */
export function left(what: string, instead: string, position: Position): Diagnostic {
  return diagnostic('not-carried-over', { what, instead }, position);
}
