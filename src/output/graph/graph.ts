import type { BuiltController, CodeUses, NamedKind } from '../../base/model/permission.js';
import { defined } from '../../base/model/defined.js';
import type { Kind } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import type { Position } from '../../base/model/position.js';
import { coreless, managerRole, type RbacRule } from '../../base/model/rbac.js';
import { apiGroupOf, type Project } from '../../project/project.js';
import { hubs, spokesOf } from '../../project/resources.js';

/** The parts of a project and how they belong together, as plain data. */
export interface Graph {
  readonly kinds: readonly GraphKind[];
  readonly controllers: readonly GraphController[];
  readonly webhooks: readonly GraphWebhook[];
  readonly permissions: readonly GraphPermission[];
}

/** A kind of the project. */
export interface GraphKind {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  readonly scope: string;
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly storage: boolean;
    readonly deprecated: boolean;
    readonly position: Position;
  }[];
  /** Present if a webhook converts between the versions. */
  readonly conversion?: { readonly hub: string; readonly spokes: readonly string[] };
}

/** A controller, with the kinds that it reconciles, owns and watches. */
export type GraphController = Omit<BuiltController, 'name'> & { readonly name: string };

/** An admission webhook. */
export interface GraphWebhook {
  readonly name: string;
  readonly type: 'mutating' | 'validating';
  readonly verbs: readonly string[];
  readonly resources: readonly NamedKind[];
  /** The path on the operator's own server, or a URL. */
  readonly at: string;
  readonly position: Position;
}

/** The verbs of a role for a resource, or for URLs. */
export interface GraphPermission {
  readonly role: string;
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly group: string;
  /** With its subresource; empty for URLs. */
  readonly resource: string;
  readonly verbs: readonly string[];
  /** The only objects that it is for; empty for all. */
  readonly names: readonly string[];
  readonly urls: readonly string[];
}

/** Returns the graph of a project from its declarations, its PROJECT file and its code. */
export function graphOf(model: Model, project: Project, { controllers }: Pick<CodeUses, 'controllers'>): Graph {
  const named = (group: string, resource: string): NamedKind => {
    const [plural] = resource.split('/', 1);
    const kind = model.kinds.find((each) => each.group === group && each.plural === plural)?.kind;
    return { group, resource, ...defined({ kind }) };
  };
  return {
    kinds: model.kinds.map((kind) => kindOf(kind, project)),
    controllers: controllers.map(({ name, ...others }) => ({ name: name ?? nameOf(others), ...others })),
    webhooks: model.webhooks.map(({ name, mutating, verbs, groups, resources, path, url, position }) => ({
      name,
      type: mutating ? ('mutating' as const) : ('validating' as const),
      verbs,
      resources: groups.flatMap((group) => resources.map((resource) => named(coreless(group), resource))),
      at: path ?? url ?? '',
      position,
    })),
    permissions: permissionsOf(model.rbac),
  };
}

function kindOf({ group, kind, plural, scope, versions }: Kind, project: Project): GraphKind {
  const hub = hubs(project).find((each) => each.kind === kind && apiGroupOf(each) === group);
  const conversion = hub && { hub: hub.version, spokes: spokesOf(hub) };
  return {
    ...{ group, kind, resource: plural, scope },
    versions: versions.map(({ name, served, storage, deprecated, position }) => ({
      ...{ name, served, storage, deprecated: deprecated !== undefined, position },
    })),
    ...defined({ conversion }),
  };
}

/** Returns the name that the runtime gives to a controller without one. */
function nameOf({ reconciles: [first] }: Pick<BuiltController, 'reconciles'>): string {
  return (first?.kind ?? first?.resource ?? 'unnamed').toLowerCase();
}

/** Returns the permissions by role and resource, with the verbs of all rules. */
function permissionsOf(rules: readonly RbacRule[]): readonly GraphPermission[] {
  const found = new Map<string, GraphPermission>();
  for (const each of rules.flatMap(permissionsIn)) {
    const key = JSON.stringify([each.role, each.namespace, each.group, each.resource, each.names, each.urls]);
    const verbs = [...(found.get(key)?.verbs ?? []), ...each.verbs];
    found.set(key, { ...each, verbs: [...new Set(verbs)].toSorted() });
  }
  const order = (each: GraphPermission): string => JSON.stringify([each.role, each.group, each.resource, each.urls]);
  return [...found.values()].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}

function permissionsIn(rule: RbacRule): readonly GraphPermission[] {
  const { roleName, namespace, groups, resources, verbs, resourceNames, urls } = rule;
  const common = { role: roleName || managerRole, namespace, verbs, names: resourceNames };
  const all = groups.length === 0 ? [''] : groups.map(coreless);
  const ofResources = all.flatMap((group) => resources.map((resource) => ({ ...common, group, resource, urls: [] })));
  return [...ofResources, ...(urls.length === 0 ? [] : [{ ...common, group: '', resource: '', urls }])];
}
