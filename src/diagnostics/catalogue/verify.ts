import { error, warning } from './entry.js';

export interface At {
  /** Path of the field from the kind: `WebServer.spec.replicas`. */
  field: string;
}

/** What the API server would refuse, or what would not do what it says. */
export const verifyDiagnostics = {
  'default-misfit': error<At & { reason: string }>(
    ({ field, reason }) => `the default of ${field} is not valid: ${reason}`,
    () => 'change the default, or what the field allows',
  ),
  'enum-misfit': error<At & { reason: string }>(
    ({ field, reason }) => `a value that ${field} allows is not valid: ${reason}`,
    () => 'change the values, or the type of the field',
  ),
  'empty-range': warning<At & { lower: string; upper: string }>(
    ({ field, lower, upper }) => `nothing can be valid for ${field}: ${lower} is above ${upper}`,
    () => 'change one of the two',
  ),
  'invalid-pattern': error<At & { pattern: string }>(
    ({ field, pattern }) => `the pattern of ${field} is no regular expression: ${pattern}`,
    () => 'write one that both JavaScript and RE2 read: no look-ahead, no back-references',
  ),
  'list-map-without-keys': error<At>(
    ({ field }) => `${field} is a list map without keys`,
    () => "say which field identifies an item: @ListMapKey('name')",
  ),
  'list-map-items': error<At>(
    ({ field }) => `${field} is a list map, and its items are no objects`,
    () => "use @ListType('set') or @ListType('atomic') for plain values",
  ),
  'list-map-key-missing': error<At & { key: string }>(
    ({ field, key }) => `the items of ${field} have no field ${key}, which is to identify them`,
    () => 'name a field of the items in @ListMapKey',
  ),
  'list-map-key-optional': error<At & { key: string }>(
    ({ field, key }) => `${key} identifies the items of ${field}, and may be left out`,
    ({ key }) => `make ${key} required, or give it a default`,
  ),
  'list-keys-without-map': error<At>(
    ({ field }) => `${field} has keys and is no list map`,
    () => "add @ListType('map')",
  ),
  'path-not-found': warning<{ what: string; path: string; kind: string }>(
    ({ what, path, kind }) => `${what} shows ${path}, which ${kind} does not have`,
    () => 'correct the path; it starts with a dot and names fields as they are in YAML',
  ),
  'invalid-path': error<{ what: string; path: string; rule: string }>(
    ({ what, path, rule }) => `${path} cannot be ${what}: ${rule}`,
    () => 'correct the path, such as .spec.replicas',
  ),
  'status-missing': warning<{ kind: string }>(
    ({ kind }) => `${kind} has a status subresource and no field status`,
    () => 'add the field: status?: ...Status',
  ),
  'sample-incomplete': warning<At>(
    ({ field }) => `no valid example was found for ${field}, so the sample lacks it`,
    () => 'give the field a default, or fill the sample in by hand: it stays yours from then on',
  ),
  'large-crd': warning<{ name: string; bytes: number }>(
    ({ name, bytes }) =>
      `the CRD ${name} has ${bytes} bytes, near the 262144 that kubectl apply can keep in an annotation`,
    () => 'apply it with kubectl apply --server-side, or shorten its descriptions',
  ),
  'crd-too-large': error<{ name: string; bytes: number }>(
    ({ name, bytes }) => `the CRD ${name} has ${bytes} bytes, more than the API server can store`,
    () => 'embed less: refer to other objects by name, or mark a field as Json',
  ),
};
