import type { OwnMetric } from './metric.js';
import type { Position } from './position.js';
import type { ConversionHub, ServedWebhooks } from './webhook.js';

/** A resource of the API server, as RBAC names it. */
export interface GroupResource {
  /** Empty for the core group. */
  readonly group: string;
  /** Plural; a subresource has a suffix such as `/status`. */
  readonly resource: string;
}

/** A permission that a line of code needs. */
export interface UsedPermission extends GroupResource {
  readonly verbs: readonly string[];
  /** The name of the kind, if nothing in the project says what its resource is: `resource` is then only likely. */
  readonly unlisted?: string;
  /** Versions of a kind whose subresource is served for each version separately; absent if they are not known. */
  readonly versions?: readonly string[];
  /** Name of the only object that the line uses, if it is a constant. */
  readonly resourceName?: string;
  /** Namespace of that object, if it is a constant. */
  readonly namespace?: string;
  /** Whether the object is in the namespace of the operator itself. */
  readonly isOwn?: true;
  /** The flag of the operator that enables the request. */
  readonly flag?: string;
  /**
   * A file that imports the file of the line, and has the controller that a marker belongs to, if the line's own file
   * has none.
   */
  readonly importer?: string;
  /** The call as written, such as `client.get(Deployment)`. */
  readonly call: string;
  readonly position: Position;
}

/** A call whose kind is known only at run time, or another place at which the code cannot be followed. */
export interface DynamicUse {
  /** The part that is known only at run time: the kind, the subresource, the method, the use of a client, or the path. */
  readonly unknown: 'kind' | 'subresource' | 'method' | 'client' | 'path';
  /** Empty if they can be any. */
  readonly verbs: readonly string[];
  /** Suffix of the resource, such as `/status`; empty if there is none. */
  readonly subresource: string;
  /** The groups that the kind can belong to; absent if it can be any. */
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
  /** Syntax errors. Because of them, a file may use more permissions. */
  readonly broken: readonly { readonly message: string; readonly position: Position }[];
}

/** The permissions that the code of a project uses, the webhooks that it serves, the hubs of its conversions, the metrics that it creates, and its controllers. */
export interface CodeUses extends PermissionUses {
  readonly served: ServedWebhooks;
  readonly hubs: readonly ConversionHub[];
  readonly metrics: readonly OwnMetric[];
  readonly unmarked: readonly UnmarkedKind[];
  readonly idle: readonly IdleController[];
  readonly controllers: readonly BuiltController[];
}

/** A kind that code names. */
export interface NamedKind extends GroupResource {
  /** Absent if only the resource is known. */
  readonly kind?: string;
}

/** A controller that the code of a project builds. */
export interface BuiltController {
  /** The name in the code; absent if it follows from the kind, or is known only at run time. */
  readonly name?: string;
  readonly reconciles: readonly NamedKind[];
  readonly owns: readonly NamedKind[];
  readonly watches: readonly NamedKind[];
  /** Whether it also watches kinds that are known only at run time, or sources that are not kinds. */
  readonly hasOthers: boolean;
  readonly position: Position;
}

/** An exported function that builds a controller, but is never called by the operator. */
export interface IdleController {
  readonly name: string;
  /** Whether code that runs builds a controller of the same kind, if the kinds are known. */
  readonly isReplaced: boolean;
  readonly position: Position;
}

/** A class of custom resources without `@Resource` that code passes to the runtime. */
export interface UnmarkedKind {
  readonly name: string;
  readonly position: Position;
}
