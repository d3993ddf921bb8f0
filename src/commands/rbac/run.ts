import { hasErrors } from '../../diagnostics/has-errors.js';
import { boundRules } from '../../generate/bound-rules.js';
import { permissionUses } from '../../generate/permission-uses.js';
import { readModel } from '../../generate/read-model.js';
import { comparePermissions } from '../../permissions/compare-permissions.js';
import { excessProblems, permissionProblems } from '../../permissions/permission-problems.js';
import type { Environment, Outcome } from '../../plan/outcome.js';
import { findProject } from '../../project/find-project.js';
import { describePermissions } from './describe-permissions.js';

/** Lists the permissions that the code of a project uses, beside those that it declares. */
export async function rbac(_options: object, { host, cwd, memory }: Environment): Promise<Outcome> {
  const { root, project } = findProject(host, cwd);
  const { model, diagnostics } = await readModel(host, root, project, memory);
  const outcome = { root, plan: { files: [] }, diagnostics, summary: '', next: [] };
  if (hasErrors(diagnostics)) return outcome;
  const uses = await permissionUses(host, root, model.kinds, memory);
  const comparison = comparePermissions(uses, model.rbac, boundRules(host, root, project));
  return {
    ...outcome,
    diagnostics: [...diagnostics, ...permissionProblems(comparison), ...excessProblems(comparison, model.rbac)],
    result: {
      text: describePermissions(uses, comparison),
      json: { ...uses, declared: model.rbac, missing: comparison.missing, unused: comparison.unused },
    },
  };
}
