import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/has-errors.js';
import { compareWithCode } from '../generate/compare-with-code.js';
import { readModel } from '../generate/read-model.js';
import type { Host } from '../io/host.js';
import { permissionProblems } from '../permissions/permission-problems.js';
import { roleFile } from '../project/paths.js';
import { isRefusal } from '../project/readable.js';
import type { Project } from '../project/project.js';
import type { PlannedChange } from './planned-change.js';

/** Reports permissions that remaining code uses and that go with what a plan deletes. */
export async function newlyMissing(
  { host, applied, root, files }: PlannedChange,
  [before, after]: readonly [Project, Project],
): Promise<readonly Diagnostic[]> {
  // Reading what code uses takes the compiler.
  if (files.every(({ path, action }) => path !== roleFile || action === 'unchanged')) return [];
  const missing = await missingIn(applied, root, after);
  if (missing.length === 0) return [];
  // The lines of a call can move.
  const useOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set((await missingIn(host, root, before)).map(useOf));
  // Everything else is deleted; `check` reports an error.
  return missing.filter((each) => !known.has(useOf(each))).map((each) => ({ ...each, severity: 'warning' }));
}

async function missingIn(host: Host, root: string, project: Project): Promise<readonly Diagnostic[]> {
  try {
    const { model, diagnostics } = await readModel(host, root, project);
    if (hasErrors(diagnostics)) return [];
    const { comparison } = await compareWithCode(host, root, project, model);
    return permissionProblems(comparison).filter(({ code }) => code === 'missing-permission');
  } catch (error) {
    // The manifests with the roles that are bound; `check` reports a file that is refused.
    if (isRefusal(error)) return [];
    throw error;
  }
}
