import { groupOf, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject } from '../../base/model/schema.js';
import { changeEach } from './field-path.js';
import type { Item } from './item.js';
import { mapsIn, setKey, textAt, valueAt, type Json, type JsonMap } from './json.js';

/** Fields in which objects of a kind refer to another object by name. */
export interface NameReference {
  readonly kind: string;
  readonly group?: string | undefined;
  readonly fields: readonly FieldSpec[];
}

/** A field of the objects of a kind, or of all objects if it has no kind. */
export interface FieldSpec {
  readonly kind?: string | undefined;
  readonly group?: string | undefined;
  readonly path: string;
}

/** The paths of Pod specifications, by kind. */
const podPaths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'ReplicationController', 'Job'].map((kind) => [
      kind,
      'spec/template/spec',
    ]),
  ),
  Pod: 'spec',
  CronJob: 'spec/jobTemplate/spec/template/spec',
};

const containers = ['containers', 'initContainers'];

function inPods(...paths: readonly string[]): readonly FieldSpec[] {
  return Object.entries(podPaths).flatMap(([kind, pod]) => paths.map((path) => ({ kind, path: `${pod}/${path}` })));
}

function inContainers(...paths: readonly string[]): readonly FieldSpec[] {
  return inPods(...containers.flatMap((list) => paths.map((path) => `${list}/${path}`)));
}

const fields = (kind: string, ...paths: readonly string[]): readonly FieldSpec[] =>
  paths.map((path) => ({ kind, path }));

/** Rules that grant access to objects by name. */
const namedInRules = ['Role', 'ClusterRole'].flatMap((kind) => fields(kind, 'rules/resourceNames'));

/**
 * The built-in references of kustomize, between kinds that are deployed with operators:
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go
 */
export const builtInReferences: readonly NameReference[] = [
  {
    kind: 'ConfigMap',
    fields: [
      ...inPods('volumes/configMap/name', 'volumes/projected/sources/configMap/name'),
      ...inContainers('env/valueFrom/configMapKeyRef/name', 'envFrom/configMapRef/name'),
      ...namedInRules,
    ],
  },
  {
    kind: 'Secret',
    fields: [
      ...inPods('volumes/secret/secretName', 'volumes/projected/sources/secret/name', 'imagePullSecrets/name'),
      ...inContainers('env/valueFrom/secretKeyRef/name', 'envFrom/secretRef/name'),
      ...namedInRules,
      ...fields('ServiceAccount', 'secrets/name', 'imagePullSecrets/name'),
      ...fields('Ingress', 'spec/tls/secretName'),
    ],
  },
  {
    kind: 'Service',
    fields: [
      ...fields('StatefulSet', 'spec/serviceName'),
      ...fields('Ingress', 'spec/rules/http/paths/backend/service/name', 'spec/defaultBackend/service/name'),
      ...fields('APIService', 'spec/service/name'),
      ...fields('MutatingWebhookConfiguration', 'webhooks/clientConfig/service/name'),
      ...fields('ValidatingWebhookConfiguration', 'webhooks/clientConfig/service/name'),
    ],
  },
  {
    kind: 'ServiceAccount',
    fields: [
      ...fields('RoleBinding', 'subjects/name'),
      ...fields('ClusterRoleBinding', 'subjects/name'),
      ...inPods('serviceAccountName', 'serviceAccount'),
    ],
  },
  { kind: 'Role', fields: fields('RoleBinding', 'roleRef/name') },
  {
    kind: 'ClusterRole',
    fields: [...fields('RoleBinding', 'roleRef/name'), ...fields('ClusterRoleBinding', 'roleRef/name')],
  },
  { kind: 'PersistentVolumeClaim', fields: inPods('volumes/persistentVolumeClaim/claimName') },
  { kind: 'PriorityClass', fields: inPods('priorityClassName') },
  ...['Deployment', 'StatefulSet'].map((kind) => ({
    kind,
    fields: fields('HorizontalPodAutoscaler', 'spec/scaleTargetRef/name'),
  })),
];

/** Returns the field specifications in a kustomize configuration. */
export function fieldSpecs(list: Json | undefined): readonly FieldSpec[] {
  return mapsIn(list).flatMap((each) => {
    const path = textAt(each, 'path');
    return path === undefined ? [] : [{ kind: textAt(each, 'kind'), group: textAt(each, 'group'), path }];
  });
}

/** Returns the references in a kustomize configuration. */
export function referencesIn(configuration: JsonMap): readonly NameReference[] {
  return mapsIn(valueAt(configuration, 'nameReference')).flatMap((each) => {
    const kind = textAt(each, 'kind');
    const group = textAt(each, 'group');
    return kind === undefined ? [] : [{ kind, group, fields: fieldSpecs(valueAt(each, 'fieldSpecs')) }];
  });
}

/** Reports whether a field specification applies to an object. */
export function isFieldOf(item: Item, { kind, group }: Pick<FieldSpec, 'kind' | 'group'>): boolean {
  return (
    (kind === undefined || kind === kindOf(item.object)) && (group === undefined || group === groupOf(item.object))
  );
}

/** Updates references to objects to their present names. Subjects whose namespace differs from that of their account are kept. */
export function updateReferences(items: readonly Item[], references: readonly NameReference[]): void {
  const done = new Set<string>();
  for (const { kind, group, fields: specs } of references) {
    const named = items.filter((item) => isFieldOf(item, { kind, group }));
    if (named.length === 0) continue;
    for (const spec of specs)
      for (const item of items.filter((each) => isFieldOf(each, spec))) {
        // A configuration can repeat built-in references.
        const key = JSON.stringify([items.indexOf(item), kind, spec.path]);
        if (done.has(key)) continue;
        done.add(key);
        changeEach(item.object, spec.path.split('/'), (parent, field) => {
          if (!isOfOther(named, parent)) update(named, item, parent, field);
        });
      }
  }
}

/** Reports whether a subject has a namespace in which no account has, or had in its file, the name of the subject. */
function isOfOther(named: readonly Item[], parent: JsonMap): boolean {
  const namespace = textAt(parent, 'namespace') ?? '';
  if (textAt(parent, 'kind') !== 'ServiceAccount' || namespace === '') return false;
  const isThere = ({ object, namespaces }: Item): boolean =>
    [textAt(object, 'metadata', 'namespace') ?? '', ...namespaces].some((each) => (each || 'default') === namespace);
  return !named.some((each) => each.names.includes(textAt(parent, 'name') ?? '') && isThere(each));
}

function update(named: readonly Item[], referrer: Item, parent: JsonMap, field: string): void {
  const value = valueAt(parent, field);
  if (field === 'name' && isObject(parent) && textAt(parent, 'kind') !== undefined && !isOfKind(named, parent)) return;
  if (Array.isArray(value)) {
    setKey(
      parent,
      field,
      value.map((each) => (typeof each === 'string' ? (nameFor(named, each, referrer)?.name ?? each) : each)),
    );
    return;
  }
  if (typeof value !== 'string') return;
  const found = nameFor(named, value, referrer, textAt(parent, 'namespace'));
  if (found === undefined) return;
  setKey(parent, field, found.name);
  if (textAt(parent, 'namespace') !== undefined && found.namespace !== undefined)
    setKey(parent, 'namespace', found.namespace);
}

/** Reports whether a reference names the kind of these objects, as subjects and references to roles do. */
function isOfKind(named: readonly Item[], { kind }: JsonMap): boolean {
  return named.some((each) => kindOf(each.object) === kind);
}

function nameFor(
  named: readonly Item[],
  name: string,
  referrer: Item,
  namespace?: string,
): { readonly name: string; readonly namespace: string | undefined } | undefined {
  const candidates = named.filter(({ names }) => names.includes(name));
  const [found] = candidates.filter(
    ({ namespaces }) => candidates.length === 1 || namespace === undefined || namespaces.includes(namespace),
  );
  if (found === undefined || found === referrer) return undefined;
  return { name: nameOf(found.object), namespace: textAt(found.object, 'metadata', 'namespace') };
}
