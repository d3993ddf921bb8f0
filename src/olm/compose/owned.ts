import type { JsonObject, JsonValue } from '../../model/schema.js';
import { mappingAt, textAt, textsAt, valueAt } from '../../model/json-at.js';
import { kindOf, nameOf, objectsAt, type Part } from './parts.js';
import { displayName } from '../../project/display-name.js';

/** A resource that an owned kind can consist of: its kind and version. */
const knownResources: Readonly<Record<string, readonly [kind: string, version: string]>> = {
  '/configmaps': ['ConfigMap', 'v1'],
  '/persistentvolumeclaims': ['PersistentVolumeClaim', 'v1'],
  '/pods': ['Pod', 'v1'],
  '/secrets': ['Secret', 'v1'],
  '/serviceaccounts': ['ServiceAccount', 'v1'],
  '/services': ['Service', 'v1'],
  'apps/daemonsets': ['DaemonSet', 'apps/v1'],
  'apps/deployments': ['Deployment', 'apps/v1'],
  'apps/statefulsets': ['StatefulSet', 'apps/v1'],
  'autoscaling/horizontalpodautoscalers': ['HorizontalPodAutoscaler', 'autoscaling/v2'],
  'batch/cronjobs': ['CronJob', 'batch/v1'],
  'batch/jobs': ['Job', 'batch/v1'],
  'networking.k8s.io/ingresses': ['Ingress', 'networking.k8s.io/v1'],
  'networking.k8s.io/networkpolicies': ['NetworkPolicy', 'networking.k8s.io/v1'],
  'policy/poddisruptionbudgets': ['PodDisruptionBudget', 'policy/v1'],
  'rbac.authorization.k8s.io/clusterroles': ['ClusterRole', 'rbac.authorization.k8s.io/v1'],
  'rbac.authorization.k8s.io/rolebindings': ['RoleBinding', 'rbac.authorization.k8s.io/v1'],
  'rbac.authorization.k8s.io/roles': ['Role', 'rbac.authorization.k8s.io/v1'],
};

/**
 * Returns the entries of `customresourcedefinitions.owned` for all versions of the CRDs. What the user has written about
 * a version in the base has precedence.
 * @param entries those of the base
 * @param rules the permissions of the operator, which say what objects it creates
 */
export function ownedKinds(
  definitions: readonly Part[],
  entries: readonly JsonObject[],
  rules: readonly JsonObject[],
): readonly JsonObject[] {
  const created = createdResources(rules);
  return definitions
    .flatMap(({ object }) => objectsAt(object, 'spec', 'versions').map((version) => [object, version] as const))
    .map(([definition, version]) => {
      const made = ownedKind(definition, version, created);
      const written = entries.find((each) => ['name', 'version', 'kind'].every((key) => each[key] === made[key]));
      return written === undefined ? made : combined(made, written);
    })
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

const sortKey = (entry: JsonObject): string => `${textAt(entry, 'name')} ${textAt(entry, 'version')}`;

function combined(made: JsonObject, written: JsonObject): JsonObject {
  const lists = ['specDescriptors', 'statusDescriptors'].map((list) => {
    const own = objectsAt(written, list);
    const paths = new Set(own.map((each) => textAt(each, 'path')));
    const all = [...own, ...objectsAt(made, list).filter((each) => !paths.has(textAt(each, 'path')))];
    return [list, all] as const;
  });
  return { ...made, ...written, ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
}

function ownedKind(definition: JsonObject, version: JsonObject, created: readonly JsonObject[]): JsonObject {
  const kind = textAt(definition, 'spec', 'names', 'kind');
  const name = textAt(version, 'name');
  const schema = mappingAt(version, 'schema', 'openAPIV3Schema');
  const description = sentence(textAt(schema, 'description'));
  // A kind whose operator creates nothing consists of its own objects.
  const resources =
    created.length > 0 ? created : [{ kind, name: '', version: `${textAt(definition, 'spec', 'group')}/${name}` }];
  const specDescriptors = descriptorsOf(schema, 'spec');
  const statusDescriptors = descriptorsOf(schema, 'status');
  return {
    name: nameOf(definition),
    kind,
    version: name,
    displayName: displayName(kind),
    description:
      description === '' ? `${displayName(kind)} of the group ${textAt(definition, 'spec', 'group')}.` : description,
    resources,
    ...(specDescriptors.length > 0 && { specDescriptors }),
    ...(statusDescriptors.length > 0 && { statusDescriptors }),
  };
}

/** Returns the resources that these permissions allow to create, as far as they are well known. */
function createdResources(rules: readonly JsonObject[]): readonly JsonObject[] {
  const names = rules
    .filter((rule) => textsAt(rule, 'verbs').some((verb) => verb === 'create' || verb === '*'))
    .flatMap((rule) =>
      textsAt(rule, 'apiGroups').flatMap((group) => textsAt(rule, 'resources').map((each) => `${group}/${each}`)),
    );
  return [...new Set(names)].toSorted().flatMap((each) => {
    const known = Object.hasOwn(knownResources, each) ? knownResources[each] : undefined;
    return known === undefined ? [] : [{ kind: known[0], name: '', version: known[1] }];
  });
}

/** Returns the descriptors of the fields of a part of the schema. */
function descriptorsOf(schema: JsonObject, part: 'spec' | 'status'): readonly JsonObject[] {
  return Object.entries(mappingAt(schema, 'properties', part, 'properties')).flatMap(([name, field]) => {
    const described = descriptor(name, displayName(name), field, part === 'spec' ? specWidget : statusWidget);
    // The console shows a Secret by its name, which is a field of a reference.
    const reference = part === 'spec' && isSecretReference(name, field);
    const named = valueAt(field, 'properties', 'name');
    return reference && named !== undefined
      ? [described, descriptor(`${name}.name`, displayName(name), named, () => secretWidget)]
      : [described];
  });
}

function descriptor(
  path: string,
  shown: string,
  schema: JsonValue,
  widgetOf: (name: string, schema: JsonValue) => string | undefined,
): JsonObject {
  const description = sentence(textAt(schema, 'description'));
  const widget = widgetOf(path, schema);
  return {
    path,
    displayName: shown,
    ...(description !== '' && { description }),
    ...(widget !== undefined && { 'x-descriptors': [widget] }),
  };
}

const ui = 'urn:alm:descriptor:com.tectonic.ui:';
const secretWidget = 'urn:alm:descriptor:io.kubernetes:Secret';

/** Returns how the console of OpenShift edits a field, by its name and type. */
function specWidget(name: string, schema: JsonValue): string | undefined {
  const type = textAt(schema, 'type');
  if (type === 'integer' && /^(?:replicas|size)$/.test(name)) return `${ui}podCount`;
  if (type === 'boolean') return `${ui}booleanSwitch`;
  if (type === 'string' && isSecretName(name)) return secretWidget;
  const fields = mappingAt(schema, 'properties');
  const isResources = name === 'resources' && ['limits', 'requests'].every((each) => Object.hasOwn(fields, each));
  return isResources ? `${ui}resourceRequirements` : undefined;
}

function statusWidget(name: string, schema: JsonValue): string | undefined {
  if (name === 'conditions' && textAt(schema, 'type') === 'array') return 'urn:alm:descriptor:io.kubernetes.conditions';
  return name === 'phase' && textAt(schema, 'type') === 'string' ? 'urn:alm:descriptor:io.kubernetes.phase' : undefined;
}

const isSecretName = (name: string): boolean => /^secret(?:Name)?$|Secret(?:Name)?$/.test(name);

function isSecretReference(name: string, schema: JsonValue): boolean {
  return /^secret(?:Ref)?$|Secret(?:Ref)?$|SecretRef$/.test(name) && textAt(schema, 'type') === 'object';
}

/** Returns a description on one line. */
function sentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export const isDefinition = ({ object }: Part): boolean => kindOf(object) === 'CustomResourceDefinition';
