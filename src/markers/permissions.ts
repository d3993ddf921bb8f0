import { list, object, string } from './argument.js';
import { rbacMarker } from './marker.js';

export const permissionMarkers = [
  rbacMarker({
    name: 'Rbac',
    kubebuilder: ['kubebuilder:rbac'],
    emits: ['rules'],
    summary: 'Permissions that the operator needs, as one RBAC rule.',
    repeatable: true,
    parameters: [
      {
        name: 'rule',
        argument: object({
          groups: {
            argument: list(string),
            optional: true,
            summary: 'API groups; empty text or `core` for the core group.',
          },
          resources: {
            argument: list(string),
            optional: true,
            summary: 'Plurals, with `/status` and the like for subresources.',
          },
          verbs: { argument: list(string), summary: 'What may be done.' },
          customVerbs: {
            argument: list(string),
            optional: true,
            summary: 'Verbs that Kubernetes does not have, which an authorizer or an API server of your own asks for.',
          },
          resourceNames: { argument: list(string), optional: true, summary: 'Only the objects of these names.' },
          urls: {
            argument: list(string),
            optional: true,
            summary: 'Paths that are not resources, such as `/metrics`.',
          },
          namespace: { argument: string, optional: true, summary: 'Makes it a Role in this namespace.' },
          roleName: { argument: string, optional: true, summary: "Another role than the manager's." },
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
