import type { Position } from '../model/position.js';
import type { Diagnostic } from './diagnostic.js';
import { hasErrors } from './has-errors.js';

/** A file that a command would write. */
interface PlannedFile {
  readonly path: string;
  readonly action: string;
  readonly after?: string | undefined;
}

/** A place in a file that a command would write, and the problem there. */
export interface UnwrittenPlace {
  readonly position: Position;
  /** The whole file. */
  readonly text: string;
  readonly message: string;
}

/** Returns the position in the user's files from which such a place was generated; undefined if it is not known. */
export type OriginOf = (place: UnwrittenPlace) => Position | undefined;

/**
 * Replaces positions in files that were not written by those in the user's files from which they were generated: after
 * an error nothing is written, so positions in new files would lead nowhere.
 */
export function unwrittenPositions(
  diagnostics: readonly Diagnostic[],
  files: readonly PlannedFile[],
  originOf: OriginOf,
): readonly Diagnostic[] {
  if (!hasErrors(diagnostics)) return diagnostics;
  const unwritten = new Map(
    files.flatMap(({ path, action, after }) =>
      (action === 'create' || action === 'update') && after !== undefined ? [[path, after] as const] : [],
    ),
  );
  return diagnostics.map((each) => {
    const { position, message } = each;
    if (position === undefined) return each;
    const text = unwritten.get(position.file);
    const origin = text === undefined ? undefined : originOf({ position, text, message });
    return origin === undefined ? each : { ...each, position: origin };
  });
}
