import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { codeUses } from '../generate/code-uses.js';
import { readModel } from '../generate/read-model.js';
import { isRefusal } from '../project/readable.js';
import type { Project } from '../project/project.js';
import type { PlannedChange } from './planned-change.js';

const marker = '@Resource(';

/** Reports code that still uses a class as a kind from which a plan removes the marker, because its user has edited it. */
export async function newlyUnmarked(
  { applied, root, files }: PlannedChange,
  project: Project,
): Promise<readonly Diagnostic[]> {
  const isStaying = files.some(
    ({ before = '', after }) => after !== undefined && before.split(marker).length > after.split(marker).length,
  );
  if (!isStaying) return [];
  try {
    const { model } = await readModel(applied, root, project);
    const { unmarked } = await codeUses(applied, root, model.kinds, undefined);
    // Everything else is deleted; `check` reports an error.
    return unmarked.map(({ name, position }) => ({
      ...diagnostic('unmarked-kind', { name }, position),
      severity: 'warning',
    }));
  } catch (error) {
    // `check` reports a file that is refused.
    if (isRefusal(error)) return [];
    throw error;
  }
}
