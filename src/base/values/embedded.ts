import { isObject, type JsonObject, type JsonValue } from '../model/schema.js';
import {
  bytesOfAnnotations,
  isAnnotationKey,
  isDnsLabel,
  isDnsLabelWithLetter,
  isLabelValue,
  isQualifiedName,
  mostAnnotationBytes,
} from './labels.js';
import type { Misfit, ValuePath } from './misfit.js';

/** Returns why a value is invalid, or undefined. */
type Check = (value: JsonValue) => string | undefined;

/** The fields that every object has, regardless of its schema. */
export const embeddedFields: readonly string[] = ['apiVersion', 'kind', 'metadata'];

/** Returns what the API server rejects in an embedded object: its type, its version and its metadata. */
export function embeddedMisfits(value: JsonObject, path: ValuePath): Misfit[] {
  const missing = ['apiVersion', 'kind'].filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ path, reason: `an embedded object requires ${name}` })),
    ...fieldMisfits(objectFields, value, path),
  ];
}

function fieldMisfits(checks: Readonly<Record<string, Check>>, value: JsonObject, path: ValuePath): Misfit[] {
  return Object.entries(value).flatMap(([name, each]) => {
    const check = Object.hasOwn(checks, name) ? checks[name]! : undefined;
    if (name === 'metadata' && isObject(each)) return fieldMisfits(metadataFields, each, [...path, name]);
    const reason = check?.(each);
    return reason === undefined ? [] : [{ path: [...path, name], reason }];
  });
}

const show = (value: JsonValue): string => JSON.stringify(value);

/** Returns a check for strings. Null means absent in metadata; every other value must have the right type. */
function text(accepts: (value: string) => boolean = () => true, rule = ''): Check {
  return (value) => {
    if (value === null) return undefined;
    if (typeof value !== 'string') return `${show(value)} is not a string`;
    return accepts(value) ? undefined : `${show(value)} is not valid: ${rule}`;
  };
}

function wholeNumber(least: number): Check {
  return (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= least)
      ? undefined
      : `${show(value)} is not a whole number${least === 0 ? ', 0 or more' : ''}`;
}

function map(
  isKey: (key: string) => boolean,
  isValue: (value: string) => boolean,
  whole: Check = () => undefined,
): Check {
  return (value) => {
    if (value === null) return undefined;
    if (!isObject(value)) return `${show(value)} is not an object`;
    for (const [key, each] of Object.entries(value)) {
      if (!isKey(key)) return `${show(key)} is not a valid key`;
      if (each !== null && (typeof each !== 'string' || !isValue(each)))
        return `${show(each)} is not a valid value of ${key}`;
    }
    return whole(value);
  };
}

function list(check: Check, whole: (values: readonly JsonValue[]) => string | undefined): Check {
  return (value) => {
    if (value === null) return undefined;
    if (!Array.isArray(value)) return `${show(value)} is not a list`;
    const reasons = (value as readonly JsonValue[]).map(check);
    return reasons.find((each) => each !== undefined) ?? whole(value as readonly JsonValue[]);
  };
}

function record(fields: Readonly<Record<string, Check>>, whole: (value: JsonObject) => string | undefined): Check {
  return (value) => {
    if (!isObject(value)) return `${show(value)} is not an object`;
    const [misfit] = fieldMisfits(fields, value, []);
    return misfit === undefined ? whole(value) : `${misfit.path.join('.')}: ${misfit.reason}`;
  };
}

const isPathSegment = (name: string): boolean => !/[/%]/.test(name) && name !== '.' && name !== '..';

const time = text(
  (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  'write a time such as 2026-01-01T00:00:00Z',
);

const objectFields: Readonly<Record<string, Check>> = {
  apiVersion: required((value) => value.split('/').length <= 2, 'write a version, or a group and a version: apps/v1'),
  kind: required((value) => isDnsLabelWithLetter(value.toLowerCase()), 'use at most 63 letters, digits and dashes'),
  metadata: (value) => (value === null ? undefined : `${show(value)} is not an object`),
};

function required(accepts: (value: string) => boolean, rule: string): Check {
  const check = text((value) => value !== '' && accepts(value), rule);
  return (value) => (value === null ? 'null is not allowed here' : check(value));
}

const ownerFields: Readonly<Record<string, Check>> = {
  apiVersion: text(),
  kind: text(),
  name: text(),
  uid: text(),
  controller: (value) => (value === null || typeof value === 'boolean' ? undefined : `${show(value)} is not a boolean`),
  blockOwnerDeletion: (value) =>
    value === null || typeof value === 'boolean' ? undefined : `${show(value)} is not a boolean`,
};

function ownerProblem({ apiVersion, kind, name, uid }: JsonObject): string | undefined {
  const missing = Object.entries({ apiVersion, kind, name, uid }).find(
    ([, value]) => value === undefined || value === null || value === '',
  );
  if (missing !== undefined) return `an owner needs ${missing[0]}`;
  return apiVersion === 'v1' && kind === 'Event' ? 'an Event cannot be an owner' : undefined;
}

const managerFields: Readonly<Record<string, Check>> = {
  operation: text((value) => value === 'Apply' || value === 'Update', 'write Apply or Update'),
  fieldsType: text((value) => value === '' || value === 'FieldsV1', 'write FieldsV1'),
  manager: text((value) => Buffer.byteLength(value) <= 128, 'at most 128 bytes'),
  subresource: text((value) => Buffer.byteLength(value) <= 256, 'at most 256 bytes'),
  apiVersion: text(),
  time,
};

// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
const metadataFields: Readonly<Record<string, Check>> = {
  name: text(isPathSegment, 'a name has no slash and no percent sign, and is not . or ..'),
  generateName: text((value) => !/[/%]/.test(value), 'a name has no slash and no percent sign'),
  namespace: text((value) => value === '' || isDnsLabel(value), 'use at most 63 lower-case letters, digits and dashes'),
  selfLink: text(),
  uid: text(),
  resourceVersion: text(),
  generation: wholeNumber(0),
  creationTimestamp: time,
  deletionTimestamp: time,
  deletionGracePeriodSeconds: wholeNumber(-Infinity),
  labels: map(isQualifiedName, isLabelValue),
  annotations: map(
    isAnnotationKey,
    () => true,
    (value) =>
      bytesOfAnnotations(value as Readonly<Record<string, string>>) > mostAnnotationBytes
        ? `annotations can have at most ${mostAnnotationBytes} bytes`
        : undefined,
  ),
  ownerReferences: list(record(ownerFields, ownerProblem), (owners) =>
    owners.filter((each) => isObject(each) && each['controller'] === true).length > 1
      ? 'only one owner can be the controller'
      : undefined,
  ),
  finalizers: list(text(isQualifiedName, 'write a name after a domain and a slash'), (all) =>
    all.includes('orphan') && all.includes('foregroundDeletion')
      ? 'orphan and foregroundDeletion exclude each other'
      : undefined,
  ),
  managedFields: list(
    record(managerFields, ({ operation }) =>
      typeof operation === 'string' ? undefined : 'operation is Apply or Update',
    ),
    () => undefined,
  ),
};
