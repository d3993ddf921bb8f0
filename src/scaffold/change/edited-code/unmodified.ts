import type { LayoutFile } from '../../../project/layout/layout.js';
import { isRecorded, recordedHash, type ScaffoldState } from '../../../output/plan/state.js';

/** Reports whether a file is unmodified since the tool wrote it, with this or an older version of its template. */
export function isUnmodified(existing: string, { path, content }: LayoutFile, state: ScaffoldState): boolean {
  const recorded = state.get(path);
  return existing === content || (recorded !== undefined && isRecorded(recorded, existing));
}

/** Reports whether types or their tests were imported from a CRD: then they never came from the template. */
export function isImported({ path, content }: LayoutFile, state: ScaffoldState): boolean {
  const recorded = state.get(path);
  return (
    /\.(?:types|controller\.test)\.ts$/.test(path) && recorded !== undefined && recorded.hash !== recordedHash(content)
  );
}

/**
 * Reports whether a command kept a file that a user has edited: it is recorded as it would be scaffolded now. Names in
 * code count, because other code refers to them.
 */
export function isKept({ path, content }: LayoutFile, state: ScaffoldState): boolean {
  const known = state.get(path);
  return !/^src\/.*\.ts$/.test(path) && known !== undefined && isRecorded(known, content);
}
