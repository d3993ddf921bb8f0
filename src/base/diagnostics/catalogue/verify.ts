import { error, warning } from './entry.js';
import { kindDiagnostics } from './verify-kinds.js';

export interface At {
  /** Path of the field from the kind: `WebServer.spec.replicas`. */
  field: string;
}

/** Diagnostics of definitions that the API server would reject, or that would not have the declared effect. */
export const verifyDiagnostics = {
  'invalid-default': error<At & { reason: string }>(
    ({ field, reason }) => `the default of ${field} is not valid: ${reason}`,
    () => 'change the default, or the constraints of the field',
  ),
  'unusable-default': warning<At & { reason: string }>(
    ({ field, reason }) => `the default of ${field} is unusable: ${reason}`,
    () => 'change the default, or the constraints of the field',
  ),
  'null-default': warning<At>(
    ({ field }) => `the default of ${field} has no effect: the API server ignores a default of null`,
    () => 'remove the default and make the field optional: it is then unset until a client sets it',
  ),
  'removable-immutable': warning<At & { parent: string; rule: string }>(
    ({ field, parent }) =>
      `${field} is immutable, but a client can change it by removing ${parent} and adding it again`,
    ({ parent, rule }) =>
      `require ${parent}, or keep it once it is set: add @XValidation({ rule: '${rule}' }) to the type that contains it`,
  ),
  'invalid-enum-value': warning<At & { reason: string }>(
    ({ field, reason }) => `an enum value of ${field} is not valid: ${reason}`,
    () => 'change the values, or the type of the field',
  ),
  'empty-range': warning<At & { lower: string; upper: string }>(
    ({ field, lower, upper }) => `no value of ${field} can be valid: ${lower} is greater than ${upper}`,
    () => 'change one of the two',
  ),
  'invalid-bound': warning<At & { bound: string; reason: string }>(
    ({ field, bound, reason }) => `no value of ${field} can be valid: its ${bound} ${reason}`,
    ({ reason }) =>
      reason.includes('32')
        ? 'use a smaller number, or change the type to Int64'
        : 'use another number, or change the type to Double',
  ),
  'no-valid-value': warning<At & { reason: string }>(
    ({ field, reason }) => `no value of ${field} can be valid: ${reason}`,
    () => 'change one of these constraints',
  ),
  'ineffective-keyword': warning<At & { what: string; reason: string; instead: string }>(
    ({ field, what, reason }) => `${what} has no effect in the schema of ${field}: ${reason}`,
    ({ instead }) => instead,
  ),
  'invalid-example': warning<At & { reason: string }>(
    ({ field, reason }) => `the example of ${field} is not valid: ${reason}`,
    () => 'change the example, or the constraints of the field',
  ),
  'duplicate-enum-value': warning<At & { value: string }>(
    ({ field, value }) => `the enum of ${field} lists ${value} twice`,
    () => 'remove one of the two',
  ),
  'invalid-pattern': error<At & { pattern: string; reason: string }>(
    ({ field, pattern, reason }) => `the pattern of ${field} is not a valid RE2 pattern: ${pattern}: ${reason}`,
    () => 'use RE2 syntax (https://github.com/google/re2/wiki/Syntax), which has no look-ahead and no back-references',
  ),
  'unknown-format': warning<
    At & { format: string; known: readonly string[]; suggestion: string | undefined; markers: string }
  >(
    ({ field, format }) => `the format ${format} of ${field} is unknown, so the API server does not validate it`,
    ({ known, suggestion, markers }) =>
      suggestion === undefined
        ? `use ${markers}, or one of the formats ${known.join(', ')}`
        : `did you mean '${suggestion}'?`,
  ),
  'unusual-version': warning<{ kind: string; version: string }>(
    ({ kind, version }) => `the version ${version} of ${kind} is not named like v1, v1alpha1 or v1beta1`,
    () => 'name a new version v1, v1alpha1 or v1beta1: clients prefer any version with such a name to this one',
  ),
  'not-structural': error<At & { reason: string; instead: string }>(
    ({ field, reason }) => `the schema of ${field} is not structural: ${reason}`,
    ({ instead }) => instead,
  ),
  'list-items-missing': error<At>(
    ({ field }) => `${field} is a list without an item type`,
    () => 'change the type to a list type, such as string[] or Json[]',
  ),
  'list-map-without-keys': error<At>(
    ({ field }) => `${field} is a list map without keys`,
    () => "add the field that identifies an item: @ListMapKey('name')",
  ),
  'invalid-list-map-items': error<At>(
    ({ field }) => `${field} is a list map, but its items are not objects`,
    () => "use @ListType('set') or @ListType('atomic') for plain values, and remove the keys",
  ),
  'list-map-key-missing': error<At & { key: string; known: readonly string[] }>(
    ({ field, key }) => `the items of ${field} have no field ${key}, which is their key`,
    ({ known }) =>
      known.length === 0
        ? 'add a field that identifies the items: { name: string }'
        : `name a field of the items: @ListMapKey('${known[0]!}')${known.length === 1 ? '' : `; they are ${known.join(', ')}`}`,
  ),
  'duplicate-list-map-key': error<At & { key: string }>(
    ({ field, key }) => `${key} is specified twice as a key of ${field}`,
    () => 'keep one of the two',
  ),
  'invalid-list-map-key-type': error<At & { key: string; reason: string }>(
    ({ field, key, reason }) => `${key} is a key of the items of ${field}, but ${reason}`,
    () => 'name a field that holds a string, a number or a boolean',
  ),
  'untyped-list-map-key': warning<At & { key: string }>(
    ({ field, key }) => `${key} is a key of the items of ${field}, but can be any JSON value`,
    ({ key }) => `change the type of ${key} to string, Int32 or boolean`,
  ),
  'list-map-key-optional': error<At & { key: string }>(
    ({ field, key }) => `${key} is a key of the items of ${field}, but is optional`,
    ({ key }) => `make ${key} required, or add a default`,
  ),
  'list-keys-without-map': error<At>(
    ({ field }) => `${field} has keys, but is not a list map`,
    () => "add @ListType('map')",
  ),
  'invalid-list-set-items': error<At & { areLists: boolean }>(
    ({ field }) => `${field} is a set, but its items are objects or lists that are merged field by field`,
    ({ areLists }) =>
      areLists
        ? "mark the items, instead of what they have: @Items(ListType('atomic'))"
        : "use @ListType('map') with @ListMapKey, or mark the items: @Items(StructType('atomic'))",
  ),
  'nullable-list-items': error<At>(
    ({ field }) => `${field} is a set or a list map, but its items can be null`,
    () => 'remove null from the type of the items',
  ),
  'embedded-without-fields': error<At & { isRecord: boolean }>(
    ({ field }) => `${field} is an embedded object, but its schema preserves no fields`,
    ({ isRecord }) => `change the type to RawExtension${isRecord ? '' : ', or add @PreserveUnknownFields()'}`,
  ),
  'embedded-field-type': error<At & { type: string }>(
    ({ field, type }) => `${field} is a field of an embedded object and must have the type ${type}`,
    () => 'fix the type, or remove the field: every embedded object can have it',
  ),
  'invalid-validation-rule': error<At & { rule: string; reason: string; instead: string }>(
    ({ field, rule, reason }) => `the rule ${rule} of ${field} is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'expensive-rule': error<{ what: string; factor: string; remedy: string | undefined }>(
    ({ what, factor }) => `${what} the limit of the API server on the cost of CEL rules by a factor of ${factor}`,
    ({ remedy }) =>
      remedy === undefined ? 'remove markers that write rules' : `limit how often the rule can apply: ${remedy}`,
  ),
  'uncorrelatable-rule': error<At & { rule: string; list: string }>(
    ({ field, rule, list }) =>
      `the rule ${rule} of ${field} uses oldSelf, but items of ${list} cannot be correlated with their old values`,
    () => "make the list a map: @ListType('map') with @ListMapKey, or put the rule on the list as a whole",
  ),
  'invalid-permission': error<{ reason: string; instead: string }>(
    ({ reason }) => `the permission is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'ineffective-permission': warning<{ reason: string; instead: string }>(
    ({ reason }) => `a part of the permission has no effect: ${reason}`,
    ({ instead }) => instead,
  ),
  'unknown-verb': warning<{ verb: string; suggestion: string | undefined }>(
    ({ verb }) => `'${verb}' is not a Kubernetes verb, so it grants nothing`,
    ({ verb, suggestion }) => {
      const own = verb.trim() === '' ? 'remove it' : `for a custom verb, use: customVerbs: ['${verb}']`;
      return suggestion === undefined ? own : `did you mean '${suggestion}'? ${own}`;
    },
  ),
  'invalid-webhook': error<{ name: string; reason: string; instead: string }>(
    ({ name, reason }) => `the webhook ${name} is invalid: ${reason}`,
    ({ instead }) => instead,
  ),
  'ineffective-webhook': warning<{ name: string; reason: string; instead: string }>(
    ({ name, reason }) => `a part of the webhook ${name} has no effect: ${reason}`,
    ({ instead }) => instead,
  ),
  'webhook-path-ignored': warning<{ name: string; path: string }>(
    ({ name, path }) => `the webhook ${name} has a url, so its path ${path} is ignored`,
    () => 'keep path if this operator serves the webhook, or url if another server does',
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
  ...kindDiagnostics,
  'incomplete-sample': warning<At>(
    ({ field }) => `no valid example was found for ${field}, so the sample does not contain it`,
    () => 'add a default, or complete the sample by hand: edited samples are kept',
  ),
  'unreadable-text': warning<{ what: string; character: string }>(
    ({ what, character }) =>
      `${what} has the character ${character}, ${character === 'U+0085' ? 'which kustomize replaces by a space' : 'with which kustomize build fails'}`,
    () => 'remove the character; a pattern can name it by its code, for example \\x{7F}',
  ),
  'large-crd': warning<{ name: string; bytes: number }>(
    ({ name, bytes }) =>
      `the CRD ${name} has ${bytes} bytes as JSON, ${bytes > 262_144 ? 'more than' : 'close to'} the 262144 that kubectl apply can store in an annotation`,
    () =>
      'apply it with kubectl apply --server-side, or set maxBytes for the manifests in PROJECT to omit descriptions',
  ),
  'crd-too-large': error<{ name: string; bytes: number }>(
    ({ name, bytes }) => `the CRD ${name} has ${bytes} bytes, more than the API server can store`,
    () => 'refer to other objects by name, or change a field to Json',
  ),
};
