import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { objectAt, objectsAt, own, textAt, textsAt } from '../../../base/model/json-at.js';
import type { Kind, KindVersion } from '../../../base/model/kind.js';
import { isCrd, nameOf } from '../../../base/model/kubernetes-object.js';
import type { Part } from './parts.js';
import { shownFields, type ShownField } from './shown-fields.js';
import { displayName } from '../display-name.js';

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

/** Input about the kinds in addition to their CRDs. */
export interface AboutKinds {
  /** The entries of the base, which take precedence. */
  readonly entries: readonly JsonObject[];
  /** The permissions of the operator, which show the objects that it creates. */
  readonly rules: readonly JsonObject[];
  /** The kinds of the sources with their markers; none for built manifests. */
  readonly kinds: readonly Kind[];
}

/** Returns the entries of `customresourcedefinitions.owned` for all versions of the CRDs. */
export function ownedKinds(definitions: readonly Part[], { entries, rules, kinds }: AboutKinds): readonly JsonObject[] {
  const created = createdResources(rules);
  const described = definitions
    .flatMap(({ object }) => objectsAt(object, 'spec', 'versions').map((version) => [object, version] as const))
    .map(([definition, version]) => {
      const marked = markedVersion(definition, version, kinds);
      const made = ownedKind(definition, version, created, marked);
      const written = entries.find((each) => ['name', 'version', 'kind'].every((key) => each[key] === made[key]));
      const entry = written === undefined ? made : combined(made, written);
      return { entry, order: marked?.inConsole?.order };
    })
    .toSorted((one, other) => (sortKey(one.entry) < sortKey(other.entry) ? -1 : 1));
  return inOrder(described).map(({ entry }) => entry);
}

const sortKey = (entry: JsonObject): string => `${textAt(entry, 'name')} ${textAt(entry, 'version')}`;

/** Sorts by the order in markers. Everything else comes last, in its original order. */
function inOrder<T extends { readonly order: number | undefined }>(all: readonly T[]): readonly T[] {
  return all.toSorted(({ order: one = Infinity }, { order: other = Infinity }) =>
    one === other ? 0 : one < other ? -1 : 1,
  );
}

/** Returns the version in the sources that a version of a CRD was generated from. */
function markedVersion(definition: JsonObject, version: JsonObject, kinds: readonly Kind[]): KindVersion | undefined {
  const [group, kind] = [textAt(definition, 'spec', 'group'), textAt(definition, 'spec', 'names', 'kind')];
  const found = kinds.find((each) => each.group === group && each.kind === kind);
  return found?.versions.find(({ name }) => name === textAt(version, 'name'));
}

function combined(made: JsonObject, written: JsonObject): JsonObject {
  const lists = ['specDescriptors', 'statusDescriptors'].map((list) => {
    const given = objectsAt(written, list);
    const paths = new Set(given.map((each) => textAt(each, 'path')));
    const all = [...given, ...objectsAt(made, list).filter((each) => !paths.has(textAt(each, 'path')))];
    return [list, all] as const;
  });
  return { ...made, ...written, ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
}

function ownedKind(
  definition: JsonObject,
  version: JsonObject,
  created: readonly JsonObject[],
  marked: KindVersion | undefined,
): JsonObject {
  const kind = textAt(definition, 'spec', 'names', 'kind');
  const group = textAt(definition, 'spec', 'group');
  const name = textAt(version, 'name');
  const schema = objectAt(version, 'schema', 'openAPIV3Schema');
  const description = sentence(textAt(schema, 'description'));
  // A kind whose operator creates nothing consists of its own objects.
  const inferred = created.length > 0 ? created : [{ kind, name: '', version: `${group}/${name}` }];
  const specDescriptors = descriptorsOf(schema, 'spec', marked);
  const statusDescriptors = descriptorsOf(schema, 'status', marked);
  return {
    name: nameOf(definition),
    kind,
    version: name,
    displayName: marked?.inConsole?.displayName ?? displayName(kind),
    description: description === '' ? `${displayName(kind)} of the group ${group}.` : description,
    resources: marked?.inConsole?.resources?.map((each) => ({ name: '', ...each })) ?? inferred,
    ...(specDescriptors.length > 0 && { specDescriptors }),
    ...(statusDescriptors.length > 0 && { statusDescriptors }),
  };
}

/** Returns the well-known resources that these permissions allow to create. */
function createdResources(rules: readonly JsonObject[]): readonly JsonObject[] {
  const names = rules
    .filter((rule) => textsAt(rule, 'verbs').some((verb) => verb === 'create' || verb === '*'))
    .flatMap((rule) =>
      textsAt(rule, 'apiGroups').flatMap((group) => textsAt(rule, 'resources').map((each) => `${group}/${each}`)),
    );
  return [...new Set(names)].toSorted().flatMap((each) => {
    const known = own(knownResources, each);
    return known === undefined ? [] : [{ kind: known[0], name: '', version: known[1] }];
  });
}

/** Returns the descriptors of the fields of a part, in the order that markers set. */
function descriptorsOf(
  schema: JsonObject,
  part: 'spec' | 'status',
  marked: KindVersion | undefined,
): readonly JsonObject[] {
  const fields = shownFields(schema, marked?.schema, part);
  const described = fields.map((each) => ({ entry: descriptor(each, part), order: each.marked.order }));
  return inOrder(described).map(({ entry }) => entry);
}

function descriptor({ path, name, schema, isSecretName, marked }: ShownField, part: 'spec' | 'status'): JsonObject {
  const description = sentence(textAt(schema, 'description'));
  const widget = isSecretName ? secretWidget : part === 'spec' ? specWidget(name, schema) : statusWidget(name, schema);
  const inferred = widget === undefined ? [] : [widget];
  const widgets = [...(marked.descriptors ?? inferred), ...(marked.hidden ? [`${ui}hidden`] : [])];
  return {
    path,
    displayName: marked.displayName ?? displayName(name),
    ...(description !== '' && { description }),
    ...(widgets.length > 0 && { 'x-descriptors': [...new Set(widgets)] }),
  };
}

const ui = 'urn:alm:descriptor:com.tectonic.ui:';
const secretWidget = 'urn:alm:descriptor:io.kubernetes:Secret';

/** Returns how the OpenShift console edits a field, given its name and type. */
function specWidget(name: string, schema: JsonValue): string | undefined {
  const type = textAt(schema, 'type');
  if (type === 'integer' && /^(?:replicas|size)$/.test(name)) return `${ui}podCount`;
  if (type === 'boolean') return `${ui}booleanSwitch`;
  if (type === 'string' && isSecretName(name)) return secretWidget;
  const fields = objectAt(schema, 'properties');
  const isResources = name === 'resources' && ['limits', 'requests'].every((each) => Object.hasOwn(fields, each));
  return isResources ? `${ui}resourceRequirements` : undefined;
}

function statusWidget(name: string, schema: JsonValue): string | undefined {
  if (name === 'conditions' && textAt(schema, 'type') === 'array') return 'urn:alm:descriptor:io.kubernetes.conditions';
  return name === 'phase' && textAt(schema, 'type') === 'string' ? 'urn:alm:descriptor:io.kubernetes.phase' : undefined;
}

const isSecretName = (name: string): boolean => /^secret(?:Name)?$|Secret(?:Name)?$/.test(name);

/** Returns a description on one line. */
function sentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export const isDefinition = ({ object }: Part): boolean => isCrd(object);
