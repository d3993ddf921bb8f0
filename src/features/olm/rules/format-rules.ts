import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import {
  isAnnotationKey,
  isLabelValue,
  isQualifiedName,
  bytesOfAnnotations,
  mostAnnotationBytes,
} from '../../../base/values/labels.js';
import { crdKind, csvKind, kindOf, nameOf, type BundleFile } from '../bundle.js';
import { listAt, objectAt, own, textAt, valueAt } from '../../../base/model/json-at.js';
import { problemAt, type Rule } from './rule.js';
import { isVersionRange } from '../semver.js';

const prefix = 'operators.operatorframework.io.bundle.';

/** The annotations of a bundle, and their valid values. */
const annotations: readonly {
  readonly name: string;
  readonly isOptional?: true;
  /** The only value, if there is only one. */
  readonly value?: string;
  readonly example: string;
}[] = [
  { name: `${prefix}mediatype.v1`, value: 'registry+v1', example: 'registry+v1' },
  { name: `${prefix}manifests.v1`, value: 'manifests/', example: 'manifests/' },
  { name: `${prefix}metadata.v1`, value: 'metadata/', example: 'metadata/' },
  { name: `${prefix}package.v1`, example: 'my-operator' },
  { name: `${prefix}channels.v1`, example: 'stable' },
  { name: `${prefix}channel.default.v1`, isOptional: true, example: 'stable' },
];

/** The name of the package, and the channels that the bundle is in. */
export const packageAnnotation = `${prefix}package.v1`;
export const channelsAnnotation = `${prefix}channels.v1`;
export const defaultChannelAnnotation = `${prefix}channel.default.v1`;

const mayBeEmpty: ReadonlySet<string> = new Set([packageAnnotation]);

const validAnnotations: Rule = ({ annotations: file }) => {
  if (file === undefined) return [];
  const given = objectAt(file.value, 'annotations');
  return annotations.flatMap(({ name, isOptional, value, example }) => {
    const found = given[name];
    const problem = (reason: string): readonly Diagnostic[] => [
      problemAt(file, ['annotations', name], 'invalid-bundle-annotation', { name, reason, example }),
    ];
    if (found === undefined) return isOptional ? [] : problem('is missing');
    const text = typeof found === 'string' ? found : '';
    if (text === '' && !mayBeEmpty.has(name)) return problem('is empty');
    const isRight = value === undefined || text === value || `${text}/` === value;
    return isRight ? [] : problem(`has the value '${text}' instead of '${value}'`);
  });
};

/** The kinds of objects that OLM installs from a bundle. */
const supportedKinds: ReadonlySet<string> = new Set([
  ...[csvKind, crdKind, 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding', 'Service', 'ServiceAccount'],
  ...['Secret', 'ConfigMap', 'PrometheusRule', 'ServiceMonitor', 'PodMonitor', 'PodDisruptionBudget'],
  ...['PriorityClass', 'VerticalPodAutoscaler', 'NetworkPolicy', 'ConsoleYAMLSample', 'ConsoleQuickStart'],
  ...['ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin'],
]);

/** Reports whether OLM installs objects of a kind from a bundle. */
export const isSupportedKind = (kind: string): boolean => supportedKinds.has(kind);

const validObjects: Rule = ({ objects }) =>
  objects.flatMap((file) => {
    const kind = kindOf(file);
    if (kind === csvKind || kind === crdKind) return [];
    return isSupportedKind(kind)
      ? metadataProblems(file)
      : [problemAt(file, ['kind'], 'unsupported-bundle-kind', { kind, name: nameOf(file) })];
  });

/** Reports the first reason why the API server would reject the metadata of an object, regardless of its kind. */
function metadataProblems(file: BundleFile): readonly Diagnostic[] {
  const labels = Object.entries(objectAt(file.value, 'metadata', 'labels'));
  const given = objectAt(file.value, 'metadata', 'annotations');
  const wrongLabel = labels.find(
    ([key]) => !isQualifiedName(key) || !isLabelValue(textAt(file.value, 'metadata', 'labels', key)),
  );
  const wrongAnnotation = Object.keys(given).find((key) => !isAnnotationKey(key));
  const problem = (field: readonly string[], reason: string): readonly Diagnostic[] => [
    problemAt(file, ['metadata', ...field], 'invalid-bundle-metadata', {
      object: `${kindOf(file)} ${nameOf(file)}`.trim(),
      reason,
    }),
  ];
  if (nameOf(file) === '' && textAt(file.value, 'metadata', 'generateName') === '')
    return problem(['name'], 'it has no name');
  if (wrongLabel !== undefined) return problem(['labels', wrongLabel[0]], `the label ${wrongLabel[0]} is not valid`);
  if (wrongAnnotation !== undefined) {
    return problem(['annotations', wrongAnnotation], `the name of the annotation ${wrongAnnotation} is invalid`);
  }
  const texts = Object.keys(given).map((key) => [key, textAt(given, key)] as const);
  return bytesOfAnnotations(Object.fromEntries(texts)) > mostAnnotationBytes
    ? problem(['annotations'], `its annotations have more than ${mostAnnotationBytes} bytes`)
    : [];
}

/** The types of dependencies, with the fields that each must have. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  'olm.gvk': ['group', 'version', 'kind'],
  'olm.package': ['packageName', 'version'],
  'olm.label': ['label'],
  'olm.constraint': ['cel'],
};

const validDependencies: Rule = ({ dependencies: file }) =>
  file === undefined
    ? []
    : listAt(file.value, 'dependencies').flatMap((each, index) => {
        const path = ['dependencies', index];
        const type = textAt(each, 'type');
        const problem = (field: readonly string[], reason: string): Diagnostic =>
          problemAt(file, [...path, ...field], 'invalid-bundle-dependency', { type, reason });
        const required = own(dependencies, type);
        if (required === undefined) {
          const known = Object.keys(dependencies).join(', ');
          return [problem(['type'], `its type is '${type}', which is not one of ${known}`)];
        }
        const value = objectAt(each, 'value');
        const isText = (field: string): boolean => field === 'cel' || typeof (value[field] ?? '') === 'string';
        if (valueAt(each, 'value') !== value && Object.keys(value).length === 0)
          return [problem(['value'], 'its value is not a mapping')];
        if (!required.every(isText)) return [problem(['value'], 'its value contains something other than strings')];
        const missing = required.filter(
          (field) => (field === 'cel' ? textAt(value, 'cel', 'rule') : textAt(value, field)) === '',
        );
        const range = textAt(value, 'version');
        const isWrongRange = type === 'olm.package' && range !== '' && !isVersionRange(range);
        return [
          ...missing.map((field) => problem(['value', field], `${field === 'cel' ? 'cel.rule' : field} is empty`)),
          ...(isWrongRange ? [problem(['value', 'version'], `'${range}' is not a range of versions`)] : []),
        ];
      });

/** Rules about the format of a bundle: its metadata and its permitted content. */
export const formatRules: readonly Rule[] = [validAnnotations, validObjects, validDependencies];
