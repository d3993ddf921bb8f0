import { error, warning } from './entry.js';

export interface At {
  /** Path of the field from the kind: `WebServer.spec.replicas`. */
  field: string;
}

/** What the API server would reject, or what would not have the declared effect. */
export const verifyDiagnostics = {
  'invalid-default': error<At & { reason: string }>(
    ({ field, reason }) => `the default of ${field} is not valid: ${reason}`,
    () => 'change the default, or what the field allows',
  ),
  'unusable-default': warning<At & { reason: string }>(
    ({ field, reason }) => `the default of ${field} is of no use: ${reason}`,
    () => 'change the default, or what the field allows',
  ),
  'invalid-enum-value': warning<At & { reason: string }>(
    ({ field, reason }) => `a value that ${field} allows is not valid: ${reason}`,
    () => 'change the values, or the type of the field',
  ),
  'empty-range': warning<At & { lower: string; upper: string }>(
    ({ field, lower, upper }) => `nothing can be valid for ${field}: ${lower} is above ${upper}`,
    () => 'change one of the two',
  ),
  'invalid-bound': warning<At & { bound: string; reason: string }>(
    ({ field, bound, reason }) => `no value of ${field} would be accepted: its ${bound} ${reason}`,
    ({ reason }) =>
      reason.includes('32')
        ? 'write a smaller number, or make the field an Int64'
        : 'write another number, or make the field a Double',
  ),
  'invalid-example': warning<At & { reason: string }>(
    ({ field, reason }) => `the example of ${field} is not valid: ${reason}`,
    () => 'change the example, or what the field allows',
  ),
  'duplicate-enum-value': warning<At & { value: string }>(
    ({ field, value }) => `${field} allows ${value} twice`,
    () => 'remove one of the two',
  ),
  'invalid-pattern': error<At & { pattern: string; reason: string }>(
    ({ field, pattern, reason }) => `the pattern of ${field} is no regular expression of RE2: ${pattern}: ${reason}`,
    () => 'the API server reads RE2 (https://github.com/google/re2/wiki/Syntax): no look-ahead, no back-references',
  ),
  'unknown-format': warning<At & { format: string; known: readonly string[]; suggestion: string | undefined }>(
    ({ field, format }) => `the API server does not know the format ${format} of ${field}, and will not check it`,
    ({ known, suggestion }) =>
      suggestion === undefined
        ? `write @Pattern, or one of the formats ${known.join(', ')}`
        : `did you mean '${suggestion}'?`,
  ),
  'list-items-missing': error<At>(
    ({ field }) => `${field} is a list, and nothing says of what`,
    () => 'give the field a list type, such as string[] or Json[]',
  ),
  'list-map-without-keys': error<At>(
    ({ field }) => `${field} is a list map without keys`,
    () => "say which field identifies an item: @ListMapKey('name')",
  ),
  'invalid-list-map-items': error<At>(
    ({ field }) => `${field} is a list map, and its items are no objects`,
    () => "use @ListType('set') or @ListType('atomic') for plain values",
  ),
  'list-map-key-missing': error<At & { key: string; known: readonly string[] }>(
    ({ field, key }) => `the items of ${field} have no field ${key}, which is to identify them`,
    ({ known }) =>
      known.length === 0
        ? 'give the items a field that identifies them: { name: string }'
        : `name a field of the items: @ListMapKey('${known[0]!}')${known.length === 1 ? '' : `; they are ${known.join(', ')}`}`,
  ),
  'duplicate-list-map-key': error<At & { key: string }>(
    ({ field, key }) => `${key} is given twice as a key of ${field}`,
    () => 'keep one of the two',
  ),
  'invalid-list-map-key-type': error<At & { key: string; reason: string }>(
    ({ field, key, reason }) => `${key} is to identify the items of ${field}, and ${reason}`,
    () => 'name a field that holds a string, a number or a boolean',
  ),
  'untyped-list-map-key': warning<At & { key: string }>(
    ({ field, key }) => `${key} identifies the items of ${field}, and may be any JSON value`,
    ({ key }) => `give ${key} the type string, Int32 or boolean`,
  ),
  'list-map-key-optional': error<At & { key: string }>(
    ({ field, key }) => `${key} identifies the items of ${field}, and may be left out`,
    ({ key }) => `make ${key} required, or give it a default`,
  ),
  'list-keys-without-map': error<At>(
    ({ field }) => `${field} has keys and is no list map`,
    () => "add @ListType('map')",
  ),
  'invalid-list-set-items': error<At>(
    ({ field }) => `${field} is a set, and its items are objects or lists that are merged field by field`,
    () => "use @ListType('map') with @ListMapKey, or mark the items: @Items(StructType('atomic'))",
  ),
  'nullable-list-items': error<At>(
    ({ field }) => `${field} is a set or a list map, and its items may be null`,
    () => 'remove null from the type of the items',
  ),
  'embedded-without-fields': error<At>(
    ({ field }) => `${field} is to hold a whole object, and its schema keeps nothing of it`,
    () => 'make it a RawExtension, or add @PreserveUnknownFields()',
  ),
  'embedded-field-type': error<At & { type: string }>(
    ({ field, type }) => `${field} is of an embedded object, and has to be of type ${type}`,
    () => 'correct the type, or leave the field out: every embedded object may have it',
  ),
  'invalid-validation-rule': error<At & { rule: string; reason: string; instead: string }>(
    ({ field, rule, reason }) => `the rule ${rule} of ${field} would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'uncorrelatable-rule': error<At & { rule: string; list: string }>(
    ({ field, rule, list }) =>
      `the rule ${rule} of ${field} asks for oldSelf, and nothing tells which item of ${list} was which`,
    () => "make the list a map: @ListType('map') with @ListMapKey, or put the rule on the list as a whole",
  ),
  'invalid-permission': error<{ reason: string; instead: string }>(
    ({ reason }) => `the permission would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'ineffective-permission': warning<{ reason: string; instead: string }>(
    ({ reason }) => `a part of the permission grants nothing: ${reason}`,
    ({ instead }) => instead,
  ),
  'unknown-verb': warning<{ verb: string; suggestion: string | undefined }>(
    ({ verb }) => `Kubernetes has no verb '${verb}', so it grants nothing`,
    ({ verb, suggestion }) => {
      const own = `for a verb of your own, write: customVerbs: ['${verb}']`;
      return suggestion === undefined ? own : `did you mean '${suggestion}'? ${own}`;
    },
  ),
  'invalid-webhook': error<{ name: string; reason: string; instead: string }>(
    ({ name, reason }) => `the webhook ${name} would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'webhook-path-ignored': warning<{ name: string; path: string }>(
    ({ name, path }) => `the webhook ${name} has a url, so its path ${path} is ignored`,
    () => 'keep path where this operator serves the webhook, or url where something else does',
  ),
  'webhook-without-path': warning<{ name: string; sort: string }>(
    ({ name }) =>
      `the webhook ${name} has neither a path nor a url: the API server calls the path /, where nothing is served`,
    ({ sort, name }) =>
      `add the path that the operator serves: path: '/${sort}-${name.split('.', 1)[0]!.replaceAll(/[^a-z0-9-]/g, '')}'`,
  ),
  'duplicate-webhook-configuration': error<{ name: string }>(
    ({ name }) => `${name} is a second name for the same webhook configuration`,
    () => 'keep one @WebhookConfiguration for mutating and one for validating webhooks',
  ),
  'invalid-deprecation-warning': error<{ kind: string; reason: string; instead: string }>(
    ({ kind, reason }) => `the deprecation warning of ${kind} would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'inconsistent-selectable-fields': error<{ kind: string; problem: string; instead: string }>(
    ({ kind, problem }) => `the selectable fields of ${kind} would be refused: ${problem}`,
    ({ instead }) => `${instead} (https://github.com/kubernetes/kubernetes/issues/140689)`,
  ),
  'duplicate-resource-name': error<{ kind: string; name: string; other: string }>(
    ({ kind, name, other }) =>
      `${kind} and ${other} are of one group and both called ${name}: only one would be served`,
    () => 'give one of the two another name',
  ),
  'duplicate-short-name': warning<{ kind: string; name: string }>(
    ({ kind, name }) => `${name} is a name of ${kind} already`,
    () => 'leave the short name out',
  ),
  'invalid-metadata': error<{ kind: string; what: string; key: string; reason: string; instead: string }>(
    ({ kind, what, key, reason }) => `the ${what} ${key} of ${kind} would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'unapproved-group': error<{ kind: string; group: string }>(
    ({ group }) => `the API group ${group} belongs to the Kubernetes project, whose approval the CRD does not show`,
    () =>
      "choose a group of your own, or say where it was approved: @Metadata({ annotations: { 'api-approved.kubernetes.io': 'https://...' } }), or 'unapproved, ...' while you try",
  ),
  'version-loses-fields': warning<{ kind: string; version: string; stored: string; fields: string }>(
    ({ kind, version, stored, fields }) =>
      `${kind} ${version} has fields that are lost when it is stored as ${stored}: ${fields}`,
    ({ stored }) => `give ${stored} the fields too, store the other version, or convert between them with a webhook`,
  ),
  'invalid-column': error<{ name: string; reason: string; instead: string }>(
    ({ name, reason }) => `the column '${name}' would be refused: ${reason}`,
    ({ instead }) => instead,
  ),
  'field-path-not-found': warning<{ what: string; path: string; kind: string }>(
    ({ what, path, kind }) => `${what} shows ${path}, which ${kind} does not have`,
    () => 'correct the path; it starts with a dot and names fields as they are in YAML',
  ),
  'invalid-field-path': error<{ what: string; path: string; rule: string; instead: string }>(
    ({ what, path, rule }) => `'${path}' cannot be the path of ${what}: ${rule}`,
    ({ instead }) => instead,
  ),
  'status-missing': warning<{ kind: string }>(
    ({ kind }) => `${kind} has a status subresource and no field status`,
    () => 'add the field: status?: ...Status',
  ),
  'incomplete-sample': warning<At>(
    ({ field }) => `no valid example was found for ${field}, so the sample lacks it`,
    () => 'give the field a default, or fill the sample in by hand: it stays yours from then on',
  ),
  'large-crd': warning<{ name: string; bytes: number }>(
    ({ name, bytes }) => `the CRD ${name} has ${bytes} bytes, and kubectl apply can keep 262144 in an annotation`,
    () =>
      'apply it with kubectl apply --server-side, or set maxBytes for the manifests in PROJECT to leave descriptions out',
  ),
  'crd-too-large': error<{ name: string; bytes: number }>(
    ({ name, bytes }) => `the CRD ${name} has ${bytes} bytes, more than the API server can store`,
    () => 'embed less: refer to other objects by name, or mark a field as Json',
  ),
};
