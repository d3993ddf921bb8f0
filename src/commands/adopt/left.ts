import { diagnostic, DiagnosticsError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Position } from '../../model/position.js';

/** Throws problems, if there are any. */
export function refuseAll(problems: readonly (Diagnostic | undefined)[]): void {
  const found = problems.filter((each) => each !== undefined);
  if (found.length > 0) throw new DiagnosticsError(...found);
}

/** Returns the diagnostic of something that is not carried over. */
export function left(what: string, instead: string, position: Position): Diagnostic {
  return diagnostic('not-carried-over', { what, instead }, position);
}
