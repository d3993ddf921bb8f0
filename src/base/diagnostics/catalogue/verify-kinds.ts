import { error, warning } from './entry.js';

/** Diagnostics of definitions as a whole: names, versions, columns, subresources. */
export const kindDiagnostics = {
  'invalid-deprecation-warning': error<{ kind: string; reason: string; instead: string }>(
    ({ kind, reason }) => `the deprecation warning of ${kind} is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'inconsistent-selectable-fields': error<{ kind: string; problem: string; instead: string }>(
    ({ kind, problem }) => `the selectable fields of ${kind} are invalid: ${problem}`,
    ({ instead }) => `${instead} (https://github.com/kubernetes/kubernetes/issues/140689)`,
  ),
  'duplicate-resource-name': error<{ kind: string; name: string; other: string }>(
    ({ kind, name, other }) =>
      `${kind} and ${other} are in one group and both have the name ${name}: only one would be served`,
    () => 'give one of them another name',
  ),
  'duplicate-short-name': warning<{ kind: string; name: string }>(
    ({ kind, name }) => `${name} is already a name of ${kind}`,
    () => 'remove the short name, unless the kind is imported and released with it',
  ),
  'built-in-name': warning<{ kind: string; what: string; name: string; resource: string; shown: string }>(
    ({ kind, what, name, resource, shown }) =>
      `the ${what} ${name} of ${kind} is a name of the built-in ${resource}: kubectl get ${name} shows ${shown}`,
    ({ what }) => `choose another ${what}, unless the kind is imported and released with it`,
  ),
  'immutable-kind': warning<{ kind: string }>(
    ({ kind }) =>
      `no ${kind} can be updated: the rule applies to the whole object, including its status, labels and finalizers`,
    () => 'move @Immutable to the field spec',
  ),
  'invalid-metadata': error<{ kind: string; what: string; key: string; reason: string; instead: string }>(
    ({ kind, what, key, reason }) => `the ${what} ${key} of ${kind} is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'unapproved-group': error<{ kind: string; group: string }>(
    ({ group }) =>
      `the API group ${group} belongs to the Kubernetes project and requires an approval, which the CRD does not have`,
    () =>
      "use your own group, or link to the approval: @Metadata({ annotations: { 'api-approved.kubernetes.io': 'https://...' } }), or 'unapproved, ...' while you experiment",
  ),
  'version-loses-fields': warning<{ kind: string; version: string; stored: string; fields: string }>(
    ({ kind, version, stored, fields }) =>
      `${kind} ${version} has fields that are lost when it is stored as ${stored}: ${fields}`,
    ({ stored }) => `add the fields to ${stored}, store the other version, or convert between them with a webhook`,
  ),
  'invalid-column': error<{ name: string; reason: string; instead: string }>(
    ({ name, reason }) => `the column '${name}' is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'field-path-not-found': warning<{ what: string; path: string; kind: string }>(
    ({ what, path, kind }) => `${what} shows ${path}, which ${kind} does not have`,
    () => 'fix the path: it starts with a dot and uses the field names of the YAML',
  ),
  'field-path-type': warning<{ what: string; path: string; problem: string; instead: string }>(
    ({ what, path, problem }) => `${what} shows ${path}, ${problem}`,
    ({ instead }) => instead,
  ),
  'invalid-field-path': error<{ what: string; path: string; rule: string; instead: string }>(
    ({ what, path, rule }) => `'${path}' is not a valid path of ${what}: ${rule}`,
    ({ instead }) => instead,
  ),
  'status-missing': warning<{ kind: string }>(
    ({ kind }) => `${kind} has a status subresource, but no status field`,
    () => 'add the field: status?: ...Status; an imported CRD need not change',
  ),
  'status-required': warning<{ kind: string }>(
    ({ kind }) =>
      `no ${kind} can be created: its status is required, but the status subresource removes it from new objects`,
    () => 'make the field optional: status?: ...Status',
  ),
};
