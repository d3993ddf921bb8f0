import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { exactJson } from '../../../base/model/exact-json.js';
import { objectsAt, textAt } from '../../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { withValue, type Part } from './parts.js';

export interface Permissions {
  /** Entries of `permissions` and `clusterPermissions`, one for each service account. */
  readonly namespaced: readonly JsonObject[];
  readonly cluster: readonly JsonObject[];
  /** The remaining objects. */
  readonly rest: readonly Part[];
  readonly diagnostics: readonly Diagnostic[];
}

type Scope = 'namespaced' | 'cluster';

const scopes: Readonly<Record<string, Scope>> = { RoleBinding: 'namespaced', ClusterRoleBinding: 'cluster' };

/**
 * Removes the permissions that are bound to these service accounts from the objects: OLM grants them itself, in the
 * namespace in which it installs the operator. It also creates the accounts. Roles for other namespaces are omitted,
 * because OLM would install them in the namespace of the operator.
 * @param home the namespace of the operator in the manifests; empty if they have none
 */
export function takePermissions(all: readonly Part[], accounts: ReadonlySet<string>, home: string): Permissions {
  const elsewhere = all.filter((each) => isElsewhere(each, home));
  const parts = all.filter((each) => !elsewhere.includes(each));
  const diagnostics = elsewhere.map(leftOut);
  const rules = { namespaced: new Map<string, JsonObject[]>(), cluster: new Map<string, JsonObject[]>() };
  const taken = new Set<Part>();
  const changed = new Map<Part, Part>();
  const stillBound = new Set<Part>();
  for (const binding of parts) {
    const scope = scopes[kindOf(binding.object)];
    if (scope === undefined) continue;
    const role = roleOf(binding.object, parts);
    const subjects = objectsAt(binding.object, 'subjects');
    const own = subjects.filter((each) => isAccount(each, accounts));
    if (own.length > 0 && role !== undefined) {
      for (const account of new Set(own.map((each) => textAt(each, 'name')))) {
        const known = rules[scope].get(account) ?? [];
        known.push(...objectsAt(role.object, 'rules'));
        rules[scope].set(account, known);
      }
      taken.add(role);
      const others = subjects.filter((each) => !own.includes(each));
      if (others.length === 0) taken.add(binding);
      else changed.set(binding, { ...binding, object: withValue(binding.object, ['subjects'], others) });
    } else if (own.length > 0) diagnostics.push(foreignRole(binding));
    if (role !== undefined && !taken.has(binding)) stillBound.add(role);
  }
  const granted = new Set([...rules.namespaced.keys(), ...rules.cluster.keys()]);
  const isTaken = (part: Part): boolean =>
    (taken.has(part) && !stillBound.has(part)) ||
    (kindOf(part.object) === 'ServiceAccount' && granted.has(nameOf(part.object)));
  return {
    namespaced: entriesOf(rules.namespaced),
    cluster: entriesOf(rules.cluster),
    rest: parts.filter((each) => !isTaken(each)).map((each) => changed.get(each) ?? each),
    diagnostics,
  };
}

const namespacedKinds = new Set(['Role', 'RoleBinding']);

function isElsewhere({ object }: Part, home: string): boolean {
  const namespace = textAt(object, 'metadata', 'namespace');
  return namespacedKinds.has(kindOf(object)) && home !== '' && namespace !== '' && namespace !== home;
}

function leftOut({ object, position }: Part): Diagnostic {
  const what = `the ${kindAndName(object)} in the namespace ${textAt(object, 'metadata', 'namespace')}`;
  const reason =
    'OLM grants permissions in the cluster and in the namespaces that the operator watches, and in no others';
  return diagnostic('bundle-incomplete', { what, reason }, position);
}

function isAccount(subject: JsonObject, accounts: ReadonlySet<string>): boolean {
  return kindOf(subject) === 'ServiceAccount' && accounts.has(textAt(subject, 'name'));
}

function roleOf(binding: JsonObject, parts: readonly Part[]): Part | undefined {
  const kind = textAt(binding, 'roleRef', 'kind');
  const named = parts.filter(
    ({ object }) => kindOf(object) === kind && nameOf(object) === textAt(binding, 'roleRef', 'name'),
  );
  const namespace = textAt(binding, 'metadata', 'namespace');
  return named.find(({ object }) => kind === 'ClusterRole' || textAt(object, 'metadata', 'namespace') === namespace);
}

function foreignRole({ object, position }: Part): Diagnostic {
  const role = textAt(object, 'roleRef', 'name');
  const reason = `it refers to the role ${role}, which is not among the objects`;
  return diagnostic('bundle-incomplete', { what: `the permissions of ${nameOf(object)}`, reason }, position);
}

function entriesOf(rules: ReadonlyMap<string, readonly JsonObject[]>): readonly JsonObject[] {
  return [...rules]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([serviceAccountName, each]) => ({
      serviceAccountName,
      rules: [...new Map(each.map((rule) => [exactJson(rule), rule])).values()],
    }));
}
