import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { compareUses } from './compare-with-code.js';
import { permissionProblems } from './permission-problems.js';
import { roleFile } from '../../project/paths.js';
import { isRefusal } from '../../project/readable.js';
import type { PlannedChange } from '../../scaffold/change/planned-change.js';
import type { ProjectView } from '../../scaffold/change/planned-view.js';

/** Reports permissions that the remaining code uses and that a plan deletes. */
export async function newlyMissing({ before, after, root, files }: PlannedChange): Promise<readonly Diagnostic[]> {
  if (files.every(({ path, action }) => path !== roleFile || action === 'unchanged')) return [];
  const missing = await missingIn(after, root);
  if (missing.length === 0) return [];
  // The lines of a call may have moved.
  const useOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set((await missingIn(before, root)).map(useOf));
  // Everything else is deleted; `check` reports an error.
  return missing.filter((each) => !known.has(useOf(each))).map((each) => ({ ...each, severity: 'warning' }));
}

async function missingIn({ host, project, ...code }: ProjectView, root: string): Promise<readonly Diagnostic[]> {
  try {
    const { model, diagnostics } = await code.model();
    if (hasErrors(diagnostics)) return [];
    const comparison = compareUses(host, root, project, model, await code.uses());
    return permissionProblems(comparison).filter(({ code: found }) => found === 'missing-permission');
  } catch (error) {
    // The manifests with the bound roles. `check` reports rejected files.
    if (isRefusal(error)) return [];
    throw error;
  }
}
