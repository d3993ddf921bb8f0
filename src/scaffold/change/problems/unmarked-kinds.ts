import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { UnmarkedKind } from '../../../base/model/permission.js';
import { isRefusal } from '../../../project/readable.js';
import type { PlannedChange } from '../planned-change.js';

const marker = '@Resource(';

/** Reports code that still uses a class as a kind although a plan removes its marker, because its user has edited the class. */
export async function newlyUnmarked({
  before: then,
  after: now,
  files,
}: PlannedChange): Promise<readonly Diagnostic[]> {
  const isStaying = files.some(
    ({ before = '', after }) => after !== undefined && before.split(marker).length > after.split(marker).length,
  );
  if (!isStaying) return [];
  try {
    const { unmarked } = await now.uses();
    if (unmarked.length === 0) return [];
    const known = new Set((await then.uses()).unmarked.map(useOf));
    // Everything else is deleted; `check` reports an error.
    return unmarked
      .filter((each) => !known.has(useOf(each)))
      .map(({ name, position }) => ({ ...diagnostic('unmarked-kind', { name }, position), severity: 'warning' }));
  } catch (error) {
    // `check` reports a file that is rejected.
    if (isRefusal(error)) return [];
    throw error;
  }
}

// Lines that use a class can move.
function useOf({ name, position }: UnmarkedKind): string {
  return `${position.file}: ${name}`;
}
