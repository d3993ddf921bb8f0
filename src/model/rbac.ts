import type { Position } from './position.js';

/** Returns a group as roles name it: markers can call the core group `core`. */
export function coreless(group: string): string {
  return group === 'core' ? '' : group;
}

/** Name of the role of the manager, before kustomize adds a prefix. */
export const managerRole = 'manager-role';

/**
 * A kind as a marker names it: by the resource of a handle, by the module of a built-in kind and its name, or by the
 * name of a class and the file that declares it, if an import leads to one.
 */
export type KindReference =
  | { readonly group: string; readonly plural: string }
  | { readonly module: string; readonly name: string }
  | { readonly file?: string; readonly name: string };

/** One `@Rbac` marker as written: a rule and the role that it belongs to. */
export interface RbacRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  /** Empty for the role of the manager. */
  readonly roleName: string;
  /** The subset of `verbs` that the user declared as custom. */
  readonly customVerbs?: readonly string[];
  /** The kind that it names instead of groups and resources, with a suffix such as `/status`; absent once resolved. */
  readonly kind?: { readonly of: KindReference; readonly suffix: string };
  /** Text of the comment that says what needs it, if the code does not. */
  readonly keptFor?: string;
  readonly position: Position;
  /** Positions of the arguments, by key. */
  readonly origins?: Readonly<Record<string, Position>>;
}

/**
 * Verbs of requests for resources.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
export const resourceVerbs = ['*', 'get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Verbs of RBAC itself, certificates, users and tokens, and policies. */
export const specialVerbs = [
  'bind',
  'escalate',
  'approve',
  'attest',
  'sign',
  'impersonate',
  'use',
  'request-serviceaccounts-token-audience',
];

/** Verbs of requests for URLs. */
export const urlVerbs = ['*', 'get', 'head', 'post', 'put', 'patch', 'delete', 'options'];
