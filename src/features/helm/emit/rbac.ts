import { isOfTheCluster } from '../../../project/cluster-scope.js';
import { listAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import type { ChartContext } from './context.js';
import { declaredNameOf, suffixOf } from './origin.js';
import { nameIn, namespaceMark } from './names.js';
import { withMetadata } from './metadata.js';
import type { ServedMetrics } from './manager-parts.js';
import type { TemplateDocument } from './print-template.js';
import { code, literal, text, withNode, type Node } from './template.js';

/** A template, by its path below `templates`. */
export interface NamedTemplate {
  readonly path: string;
  readonly documents: readonly TemplateDocument[];
}

/** The input of the roles. */
export interface RbacInput {
  /** Whether the operator has a role in one namespace, which a value can turn into a ClusterRole. */
  readonly namespaced: boolean;
  /** Reports whether a kind that the operator defines is cluster-scoped; undefined if it does not define it. */
  readonly isClusterResource: (group: string, plural: string) => boolean | undefined;
}

const roleKinds = new Set(['Role', 'ClusterRole']);
const bindingKinds = new Set(['RoleBinding', 'ClusterRoleBinding']);

/** The roles for users of a kind, which nothing binds. */
const ofUsers = /-(?:admin|editor|viewer)-role$/;

/**
 * ClusterRoles that do not depend on the watched namespaces: they authorize requests for metrics, and change webhook
 * configurations.
 */
const ofCluster = new Set(['metrics-auth-role', 'webhook-configurations-role']);

/** Returns the templates of the roles and their bindings. */
export function rbacTemplates(
  context: ChartContext,
  input: RbacInput,
  metrics: ServedMetrics,
): readonly NamedTemplate[] {
  const roles = context.take((object) => roleKinds.has(kindOf(object)));
  const bindings = context.take((object) => bindingKinds.has(kindOf(object)));
  const owned = bindings.filter((each) => bindsManager(each, context));
  const bound = new Set(owned.map(roleKey));
  const clusterRoles = new Set(roles.filter((each) => kindOf(each) === 'ClusterRole').map(suffixOf));
  const made = roles.map((role): NamedTemplate => {
    const suffix = suffixOf(role);
    const declared = declaredNameOf(role);
    const of = owned.filter((each) => roleKey(each) === keyOf(role));
    // In a project that is limited to a namespace, a ClusterRole is one that it needs as such.
    const isChosen = input.namespaced && kindOf(role) === 'ClusterRole';
    const isFixed = isChosen || ofCluster.has(declared) || isOfOwnNamespace(declared) || isElsewhere(role);
    const isMovable = bound.has(keyOf(role)) && !isFixed;
    const isHelper = ofUsers.test(declared) && of.length === 0;
    const shared = { context, input, clusterRoles };
    const documents = isMovable || isHelper ? movable([role, ...of], role, shared) : fixed([role, ...of], context);
    const condition = isHelper ? '$.Values.rbac.helpers.enabled' : conditionOf(declared, context, metrics);
    return {
      path: `${folderOf(declared, isHelper)}/${suffix}${kindOf(role) === 'Role' && clusterRoles.has(suffix) ? '-of-namespace' : ''}.yaml`,
      documents: conditional(documents, condition),
    };
  });
  const left = bindings.filter((each) => !owned.includes(each) || !roles.some((role) => keyOf(role) === roleKey(each)));
  return [
    ...made,
    ...left.map((each) => ({
      path: `rbac/${suffixOf(each)}.yaml`,
      documents: conditional(fixed([each], context), conditionOf(declaredNameOf(each), context, metrics)),
    })),
  ];
}

/** Reports whether permissions are for the operator's own namespace, regardless of the watched namespaces. */
function isOfOwnNamespace(declared: string): boolean {
  return declared === 'leader-election-role' || declared === 'webhook-certificate-role';
}

/** Reports whether a role is for a namespace that does not depend on that of the release. */
function isElsewhere(role: JsonObject): boolean {
  return ![namespaceMark, ''].includes(textAt(valueAt(role, 'metadata', 'namespace')));
}

function conditional(documents: readonly TemplateDocument[], condition: string): readonly TemplateDocument[] {
  if (condition === '') return documents;
  return documents.map((each) => ({
    ...each,
    when: each.when === '' ? condition : `and (${condition}) (${each.when})`,
  }));
}

/** Returns the condition for the roles of a part of the operator that values can disable. */
function conditionOf(declared: string, context: ChartContext, metrics: ServedMetrics): string {
  if (/^metrics-(?:auth-role|auth-rolebinding|reader)$/.test(declared)) return whileServed(context, metrics);
  if (/^webhook-(?:certificate|configurations)-role(?:binding)?$/.test(declared))
    return `eq (${context.helper('certificate')}) "self-signed"`;
  return '';
}

/**
 * Returns the condition for the roles of the metrics. If config/default serves the metrics in another way, its roles
 * have another purpose, such as a proxy in the Pod.
 */
function whileServed(context: ChartContext, { isServed, isSecure }: ServedMetrics): string {
  const [served, secure] = [context.helper('metrics'), '$.Values.metrics.secure'];
  if (isServed && isSecure) return `and (${served}) ${secure}`;
  if (isServed) return served;
  return isSecure ? secure : '';
}

function folderOf(declared: string, isHelper: boolean): string {
  if (isHelper) return 'rbac';
  if (declared.startsWith('metrics-')) return 'metrics';
  return /^webhook-(?:certificate|configurations)-/.test(declared) ? 'certificates' : 'rbac';
}

function keyOf(role: JsonObject): string {
  return `${kindOf(role)} ${suffixOf(role)}`;
}

function roleKey(binding: JsonObject): string {
  const name = valueAt(binding, 'roleRef', 'name');
  return `${textAt(valueAt(binding, 'roleRef', 'kind'))} ${nameIn(name)?.suffix ?? textAt(name)}`;
}

function bindsManager(binding: JsonObject, context: ChartContext): boolean {
  return listAt(valueAt(binding, 'subjects')).some(
    (each) => nameIn(valueAt(each, 'name'))?.suffix === context.serviceAccount,
  );
}

function fixed(objects: readonly JsonObject[], context: ChartContext): readonly TemplateDocument[] {
  return objects.map((object) => ({ object: context.template(object), when: '' }));
}

interface Shared {
  readonly context: ChartContext;
  readonly input: RbacInput;
  readonly clusterRoles: ReadonlySet<string>;
}

/** Returns a role and its bindings, cluster-wide or for each namespace that the operator watches. */
function movable(objects: readonly JsonObject[], role: JsonObject, shared: Shared): readonly TemplateDocument[] {
  const { context, input } = shared;
  const isForCluster = kindOf(role) === 'ClusterRole';
  const rules = listAt(role['rules']).map((rule) => divided(rule, input));
  const inCluster = rules.flatMap(({ cluster }) => cluster);
  const inNamespace = rules.flatMap(({ namespaced }) => namespaced);
  const namespaced = context.helper('namespaced');
  const each = `fromJsonArray (${context.helper('watchedNamespaces')})`;
  const part = (kind: 'Cluster' | '', chosen: readonly JsonValue[]): readonly Node[] =>
    objects.map((object) => variant(object, kind, chosen, shared));
  // Its binding needs the role even if it has no rules.
  if (isForCluster && inNamespace.length === 0 && inCluster.length > 0) return fixed(objects, context);
  // Permissions for one namespace are not granted in all namespaces, except for the operator's own role if a value
  // requests it.
  const isForAll = isForCluster || (input.namespaced && declaredNameOf(role) === 'manager-role');
  const usual = isForAll ? part('Cluster', listAt(role['rules'])) : objects.map((object) => context.template(object));
  return [
    ...usual.map((object) => ({ object, when: `not (${namespaced})` })),
    ...part('', isForCluster ? inNamespace : listAt(role['rules'])).map((object) => ({
      ...{ object, when: namespaced },
      forEach: each,
    })),
    ...(isForCluster && inCluster.length > 0
      ? part('Cluster', inCluster).map((object) => ({ object, when: namespaced }))
      : []),
  ];
}

/** Returns a role or a binding, cluster-wide or for the namespace `$item`. */
function variant(
  object: JsonObject,
  kind: 'Cluster' | '',
  rules: readonly JsonValue[],
  { context, input, clusterRoles }: Shared,
): Node {
  const isBinding = bindingKinds.has(kindOf(object));
  const isOfNamespace = !kindOf(object).startsWith('Cluster');
  const fresh = `${kind}${isBinding ? 'RoleBinding' : 'Role'}`;
  const named = suffixOf(object);
  const role = isBinding ? (nameIn(valueAt(object, 'roleRef', 'name'))?.suffix ?? '') : named;
  // A project that is limited to a namespace can have a ClusterRole with the same name.
  const isTaken = isOfNamespace && kind === (input.namespaced ? 'Cluster' : '') && clusterRoles.has(role);
  const nameOf = (suffix: string): Node =>
    text(code(context.nameCode({ kind: fresh, suffix: isTaken ? `${suffix}-of-namespace` : suffix })));
  const { namespace: _, ...metadata } = isObject(object['metadata']) ? object['metadata'] : {};
  let node: Node = context.template({ ...object, kind: fresh, metadata });
  if (nameIn(valueAt(object, 'metadata', 'name')) !== undefined)
    node = withNode(node, ['metadata', 'name'], nameOf(named));
  if (kind === '') node = withNode(node, ['metadata', 'namespace'], text(code('$item')));
  if (!isBinding) return withNode(node, ['rules'], rules.length === 0 ? literal([]) : context.node(rules));
  node = withNode(node, ['roleRef', 'kind'], literal(`${kind}Role`));
  return nameIn(valueAt(object, 'roleRef', 'name')) === undefined
    ? node
    : withNode(node, ['roleRef', 'name'], nameOf(role));
}

interface DividedRule {
  readonly cluster: readonly JsonValue[];
  readonly namespaced: readonly JsonValue[];
}

/** Splits a rule into the part that only a ClusterRole can grant, and the rest. */
function divided(rule: JsonValue, { isClusterResource }: RbacInput): DividedRule {
  if (!isObject(rule)) return { cluster: [], namespaced: [] };
  if (rule['nonResourceURLs'] !== undefined) return { cluster: [rule], namespaced: [] };
  const groups = listAt(rule['apiGroups']);
  const isCluster = (resource: JsonValue): boolean => {
    const plural = textAt(resource).split('/', 1)[0]!;
    return groups.length > 0 && groups.every((each) => isOfCluster(textAt(each), plural));
  };
  const isOfCluster = (group: string, plural: string): boolean =>
    isClusterResource(group, plural) ?? isOfTheCluster(group, plural);
  const resources = listAt(rule['resources']);
  const part = (chosen: readonly JsonValue[]): readonly JsonValue[] =>
    chosen.length === 0 ? [] : [{ ...rule, resources: chosen }];
  return { cluster: part(resources.filter(isCluster)), namespaced: part(resources.filter((each) => !isCluster(each))) };
}

/** Returns the template of the manager's service account. */
export function serviceAccountTemplates(context: ChartContext): readonly NamedTemplate[] {
  const found = context.take(
    (object) => kindOf(object) === 'ServiceAccount' && suffixOf(object) === context.serviceAccount,
  );
  const [account] = found;
  if (account === undefined) return [];
  const object = withMetadata(context.template(account), ['metadata'], '$.Values.serviceAccount');
  return [{ path: 'rbac/service-account.yaml', documents: [{ object, when: '$.Values.serviceAccount.enabled' }] }];
}
