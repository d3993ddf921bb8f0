import type { Position } from './position.js';

/** Returns a group as roles name it: markers can call the core group `core`. */
export function coreless(group: string): string {
  return group === 'core' ? '' : group;
}

/** Name of the role of the manager, before kustomize adds a prefix. */
export const managerRole = 'manager-role';

/**
 * Resources, by group, that occur in no request for objects: only authorizers use them.
 * https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/
 * https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
 * https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/
 * https://kubernetes.io/docs/concepts/security/hardening-guide/dynamic-resource-allocation/
 */
const authorizedResources: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...[
      'nodes/checkpoint',
      'nodes/configz',
      'nodes/healthz',
      'nodes/log',
      'nodes/metrics',
      'nodes/pods',
      'nodes/proxy',
    ],
    ...['nodes/spec', 'nodes/stats', 'users', 'groups'],
  ],
  'authentication.k8s.io': ['users', 'groups', 'serviceaccounts', 'nodes', 'uids', 'userextras'],
  'certificates.k8s.io': [
    ...['signers', 'certificatesigningrequests/nodeclient', 'certificatesigningrequests/selfnodeclient'],
  ],
  policy: ['podsecuritypolicies'],
  'resource.k8s.io': ['resourceclaims/binding', 'resourceclaims/driver'],
};

/** Returns the resources of groups that only authorizers use. */
export function authorizedIn(groups: readonly string[]): readonly string[] {
  const named = groups.map(coreless).filter((each) => Object.hasOwn(authorizedResources, each));
  return named.flatMap((each) => authorizedResources[each]!);
}

/**
 * A kind as a marker names it: by the resource of a handle, by its name and the module of a built-in kind, or by the
 * name of a class and the file that declares the class, if an import leads to one.
 */
export type KindReference =
  | { readonly group: string; readonly plural: string }
  | { readonly module: string; readonly name: string }
  | { readonly file?: string; readonly name: string };

/** One `@Rbac` marker as written: a rule, and the role that it belongs to. */
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
  /** Text of the comment that says what needs the permission, if the code does not. */
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
