import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { managerRole, type RbacRule } from '../../base/model/rbac.js';
import type { DeclaredRoles } from './declared-roles.js';

/** Reports roles with the same name in different namespaces: kustomize would build two Roles with one name. */
export function rolesOfOneName(rules: readonly RbacRule[], { nameOf, areMoved }: DeclaredRoles): readonly Diagnostic[] {
  if (!areMoved) return [];
  const first = new Map<string, RbacRule>();
  const reported = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  for (const rule of rules) {
    const { namespace } = rule;
    const role = nameOf(rule) || managerRole;
    const other = namespace === '' ? rule : (first.get(role) ?? rule);
    if (namespace !== '') first.set(role, other);
    const key = JSON.stringify([role, namespace]);
    if (other.namespace === namespace || reported.has(key)) continue;
    reported.add(key);
    const { file, line, column } = other.position;
    const what = { role, namespace, other: other.namespace, place: `${file}:${line}:${column}` };
    diagnostics.push(diagnostic('roles-of-one-name', what, rule.origins?.['roleName'] ?? rule.position));
  }
  return diagnostics;
}
