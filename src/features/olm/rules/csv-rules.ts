import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { isLabelValue, isSubdomain } from '../../../base/values/labels.js';
import { type JsonPath, objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { exampleRules } from './example-rules.js';
import { installModeRules } from './install-mode-rules.js';
import { problemAt, type Rule } from './rule.js';
import { parseVersion } from '../semver.js';

/** Fields with the name of a ClusterServiceVersion. */
const nameFields: readonly (readonly [path: JsonPath, isRequired: boolean])[] = [
  [['metadata', 'name'], true],
  [['spec', 'replaces'], false],
];

/** A name must be valid as the name of an object and as the value of a label. */
const validNames: Rule = ({ csv }) =>
  nameFields.flatMap(([path, isRequired]) => {
    const name = textAt(csv.value, ...path);
    if ((name === '' && !isRequired) || (isSubdomain(name) && isLabelValue(name))) return [];
    const reason =
      name.length > 63 && isSubdomain(name)
        ? 'it is longer than 63 characters'
        : 'it can only contain lowercase letters, digits, - and ., and must start and end with a letter or digit';
    return [problemAt(csv, path, 'invalid-csv-name', { field: path.join('.'), name, reason })];
  });

/** Fields that OLM requires for installation, and example values. */
const requiredFields: readonly (readonly [path: JsonPath, example: string])[] = [
  [['metadata'], 'metadata: {name: my-operator.v0.1.0}'],
  [['spec'], 'spec: {displayName: ..., version: ..., install: ...}'],
  [['spec', 'install'], 'install: {strategy: deployment, spec: {deployments: [...]}}'],
  [['spec', 'install', 'strategy'], 'strategy: deployment'],
  [['spec', 'install', 'spec', 'deployments'], 'deployments: [{name: ..., spec: ...}]'],
  [['spec', 'displayName'], 'displayName: My Operator'],
];

const presentFields: Rule = ({ csv }) =>
  requiredFields.flatMap(([path, example]) => {
    const isEmpty = (part: JsonPath): boolean => isEmptyValue(valueAt(csv.value, ...part));
    // If a whole part is missing, only that is reported.
    const parent = path.slice(0, -1);
    if (!isEmpty(path) || (parent.length > 0 && isEmpty(parent))) return [];
    return [problemAt(csv, path, 'missing-csv-field', { field: path.join('.'), example })];
  });

/** Reports whether OLM treats a value like a missing one. This does not include an empty list. */
function isEmptyValue(value: ReturnType<typeof valueAt>): boolean {
  if (value === undefined || value === '' || value === false || value === 0) return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => isEmptyValue(each ?? undefined));
}

/** The API version of ClusterServiceVersion must be present. */
const apiVersion: Rule = ({ csv }) =>
  textAt(csv.value, 'apiVersion') === ''
    ? [
        problemAt(csv, [], 'missing-csv-field', {
          field: 'apiVersion',
          example: 'apiVersion: operators.coreos.com/v1alpha1',
        }),
      ]
    : [];

/** Checks the oldest version of Kubernetes that the operator supports. */
export const minKubeVersion: Rule = ({ csv }) => {
  const path = ['spec', 'minKubeVersion'];
  const value = textAt(csv.value, ...path);
  if (value.trim() === '') return [problemAt(csv, path, 'missing-min-kube-version', {})];
  return parseVersion(value) === undefined ? [problemAt(csv, path, 'invalid-min-kube-version', { value })] : [];
};

/** Annotations that OLM reads only in this spelling. */
const caseSensitive = [
  'olm.operatorGroup',
  'olm.operatorNamespace',
  'olm.targetNamespaces',
  'olm.providedAPIs',
  'olm.skipRange',
];

const annotationNames: Rule = ({ csv }) =>
  Object.keys(objectAt(csv.value, 'metadata', 'annotations')).flatMap((name): readonly Diagnostic[] => {
    const path = ['metadata', 'annotations', name];
    if (name === 'olm.properties') return [problemAt(csv, path, 'csv-properties-annotation', {})];
    const right = caseSensitive.find((each) => each.toLowerCase() === name.toLowerCase());
    if (right === undefined || right === name) return [];
    return [problemAt(csv, path, 'csv-annotation-case', { name, right })];
  });

/** Rules about the ClusterServiceVersion itself. */
export const csvRules: readonly Rule[] = [
  validNames,
  ...exampleRules,
  ...installModeRules,
  minKubeVersion,
  presentFields,
  annotationNames,
  apiVersion,
];
