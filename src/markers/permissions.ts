import { resourceVerbs, specialVerbs, urlVerbs } from '../model/rbac.js';
import { list, object, oneOf, string } from './argument.js';
import { rbacMarker } from './marker.js';

// Impersonation can be limited: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
const verb = oneOf(
  ...new Set([...resourceVerbs, ...specialVerbs, ...urlVerbs]),
  'impersonate:${string}',
  'impersonate-on:${string}',
);

export const permissionMarkers = [
  rbacMarker({
    name: 'Rbac',
    kubebuilder: ['kubebuilder:rbac'],
    emits: ['rules'],
    summary: 'Grants permissions to the operator, as one RBAC rule.',
    repeatable: true,
    parameters: [
      {
        name: 'rule',
        argument: object({
          groups: {
            argument: list(string),
            optional: true,
            summary: 'The API groups; an empty string or `core` for the core group.',
          },
          resources: {
            argument: list(string),
            optional: true,
            summary: 'The plurals of the resources; subresources have a suffix such as `/status`.',
          },
          verbs: { argument: list(verb), summary: 'The allowed verbs.' },
          customVerbs: {
            argument: list(string),
            optional: true,
            summary: 'Verbs unknown to Kubernetes, for a custom authorizer or your own API server.',
          },
          resourceNames: {
            argument: list(string),
            optional: true,
            summary: 'Restricts the rule to the objects with these names.',
          },
          urls: {
            argument: list(string),
            optional: true,
            summary: 'Non-resource URLs, such as `/metrics`.',
          },
          namespace: {
            argument: string,
            optional: true,
            summary: 'Generates a Role in this namespace instead of a ClusterRole.',
          },
          roleName: {
            argument: string,
            optional: true,
            summary: 'The name of the role; defaults to `manager-role`.',
          },
        }),
      },
    ],
    apply: ([rule]) => ({
      groups: rule.groups ?? [],
      resources: rule.resources ?? [],
      verbs: [...rule.verbs, ...(rule.customVerbs ?? [])],
      customVerbs: rule.customVerbs ?? [],
      resourceNames: rule.resourceNames ?? [],
      urls: rule.urls ?? [],
      namespace: rule.namespace ?? '',
      roleName: rule.roleName ?? '',
    }),
  }),
];
