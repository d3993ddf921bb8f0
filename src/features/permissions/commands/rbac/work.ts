import { hasErrors } from '../../../../base/diagnostics/has-errors.js';
import { compareWithCode } from '../../compare-with-code.js';
import { readModel } from '../../../../output/generate/read-model.js';
import { excessProblems, permissionProblems } from '../../permission-problems.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import { permissionProblemsOf } from '../../problems-of-project.js';
import { findProject } from '../../../../project/find-project.js';
import { describePermissions } from './describe-permissions.js';
import { fixMarkers } from '../../fix-markers.js';

/** Compares the permissions that the code of a project uses with those that it declares. */
export async function comparePermissions(environment: Environment): Promise<Outcome> {
  const { host, memory } = environment;
  const { root, project, model, outcome } = await readOutcome(environment);
  if (hasErrors(outcome.diagnostics)) return outcome;
  const { uses: code, comparison } = await compareWithCode(host, root, project, model, memory);
  // Used by `check`, and by the note of `manifests`.
  if (memory !== undefined) await permissionProblemsOf(environment, root);
  const { served: _, ...uses } = code;
  return {
    ...outcome,
    diagnostics: [...outcome.diagnostics, ...permissionProblems(comparison), ...excessProblems(comparison, model.rbac)],
    result: {
      text: describePermissions(uses, comparison),
      // The errors are about the content of the result.
      holdsAfterErrors: true,
      json: { ...uses, declared: model.rbac, missing: comparison.missing, unused: comparison.unused },
    },
  };
}

/** Updates the markers, so that they declare the permissions that the code uses. */
export async function fixPermissions(environment: Environment): Promise<Outcome> {
  const { root, project, outcome } = await readOutcome(environment);
  if (hasErrors(outcome.diagnostics)) return outcome;
  const made = await fixMarkers(environment, root, project);
  const changed = made.plan.files.filter(({ action, path }) => action !== 'unchanged' && path.endsWith('.ts')).length;
  // Permissions without a class for a marker, and markers that are not literals, are left to the user, and do not stop
  // the rest.
  const missing = permissionProblems(made.left, 'fixed').map((each) => ({ ...each, severity: 'warning' as const }));
  const left = [...missing, ...excessProblems(made.left, made.declared, 'fixed')];
  return {
    ...outcome,
    plan: made.plan,
    diagnostics: [...made.diagnostics, ...left],
    summary:
      changed === 0
        ? left.length === 0
          ? 'The markers grant what the code uses.'
          : 'No marker can be changed.'
        : `Updated the markers in ${changed} ${changed === 1 ? 'file' : 'files'}.`,
  };
}

/** Returns the model of the project, and the outcome of what has found no more than its problems. */
async function readOutcome({ host, cwd, memory }: Environment) {
  const { root, project } = findProject(host, cwd);
  const { model, diagnostics } = await readModel(host, root, project, memory);
  const outcome: Outcome = { root, plan: { files: [] }, diagnostics, summary: '', next: [] };
  return { root, project, model, outcome };
}
