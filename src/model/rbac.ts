import type { Position } from './position.js';

/** One `@Rbac` marker as written: a rule and the role that it belongs to. */
export interface RbacRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  /** Empty for the role named by the generator. */
  readonly roleName: string;
  /** The subset of `verbs` that the user declared as custom. */
  readonly customVerbs?: readonly string[];
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
