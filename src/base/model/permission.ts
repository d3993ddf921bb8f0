import type { OwnMetric } from './metric.js';
import type { Position } from './position.js';
import type { ConversionHub, ServedWebhooks } from './webhook.js';

/** Resource of the API server as RBAC names it. */
export interface GroupResource {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural; a subresource has a suffix such as `/status`. */
  readonly resource: string;
}

/** Permission that a line of the code needs. */
export interface UsedPermission extends GroupResource {
  readonly verbs: readonly string[];
  /** Name of a kind of which nothing in the project tells the resource: `resource` is then only the likely one. */
  readonly unlisted?: string;
  /** Versions of the kind of a subresource, which the API server serves for each version alone; absent if nothing tells them. */
  readonly versions?: readonly string[];
  /** Name of the only object that the line uses, if it is a constant. */
  readonly resourceName?: string;
  /** Namespace of that object, if it is a constant. */
  readonly namespace?: string;
  /** Whether the object is in the namespace of the operator itself. */
  readonly isOwn?: true;
  /** The flag of the operator that turns the request on. */
  readonly flag?: string;
  /** File that imports the one of the line, with the controller that a marker belongs to, if the line's own file has none. */
  readonly importer?: string;
  /** The call as people write it, such as `client.get(Deployment)`. */
  readonly call: string;
  readonly position: Position;
}

/** Call whose kind is known only at run time, or another place from which the code cannot be followed. */
export interface DynamicUse {
  /** The part that is known only at run time: the kind, the subresource, the method, the use of a client, or the path. */
  readonly unknown: 'kind' | 'subresource' | 'method' | 'client' | 'path';
  /** Empty if they can be any. */
  readonly verbs: readonly string[];
  /** Suffix of the resource, such as `/status`; empty if there is none. */
  readonly subresource: string;
  /** The groups that the kind can be of; absent for any. */
  readonly groups?: readonly string[];
  readonly call: string;
  readonly position: Position;
  /** Text of the comment that acknowledges it. */
  readonly acknowledged?: string;
}

/** The permissions that the code of a project uses, in the order of the sources. */
export interface PermissionUses {
  readonly used: readonly UsedPermission[];
  readonly dynamic: readonly DynamicUse[];
  /** Syntax errors, because of which a file may use more. */
  readonly broken: readonly { readonly message: string; readonly position: Position }[];
}

/** The permissions that the code of a project uses, the webhooks that it serves, the hubs of its conversions, and the metrics that it creates. */
export interface CodeUses extends PermissionUses {
  readonly served: ServedWebhooks;
  readonly hubs: readonly ConversionHub[];
  readonly metrics: readonly OwnMetric[];
  readonly unmarked: readonly UnmarkedKind[];
  readonly idle: readonly IdleController[];
}

/** An exported function that builds a controller, and that the operator never runs. */
export interface IdleController {
  readonly name: string;
  /** Whether code that runs builds a controller of the same kind, as far as the kinds are known. */
  readonly isReplaced: boolean;
  readonly position: Position;
}

/** A class of custom resources without `@Resource` that code passes to the runtime. */
export interface UnmarkedKind {
  readonly name: string;
  readonly position: Position;
}
