import { resourceVerbs, specialVerbs, urlVerbs, type KindReference, type RbacRule } from '../../base/model/rbac.js';
import { kind, list, object, oneOf, string, type ArgumentValue, type Field } from './argument.js';
import { rbacMarker } from './marker.js';

// Impersonation can be limited: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
const verb = oneOf(
  ...new Set([...resourceVerbs, ...specialVerbs, ...urlVerbs]),
  'impersonate:${string}',
  'impersonate-on:${string}',
);

/** Limits of a rule, which both forms of the marker have. */
const limits = {
  resourceNames: {
    argument: list(string),
    optional: true,
    summary: 'Restricts the rule to the objects with these names.',
  },
  namespace: {
    argument: string,
    optional: true,
    summary: 'Grants the permission in this namespace only, by a Role instead of a ClusterRole.',
  },
  roleName: {
    argument: string,
    optional: true,
    summary: 'The name of the role, which you bind yourself; by default the operator has the permission.',
  },
} satisfies Readonly<Record<string, Field>>;

const rule = object({
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
  urls: {
    argument: list(string),
    optional: true,
    summary: 'Non-resource URLs, such as `/metrics`.',
  },
  ...limits,
});

const options = object({
  subresource: {
    argument: string,
    optional: true,
    summary: 'Grants the verbs for this subresource, such as `status`, instead of the objects themselves.',
  },
  ...limits,
});

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
        argument: rule,
      },
    ],
    withKind: [
      { name: 'kind', argument: kind },
      { name: 'verbs', argument: list(verb) },
      {
        name: 'options',
        optional: true,
        argument: options,
      },
    ],
    apply: (values) => (values.length === 1 ? ruleOf(...values) : ruleOfKind(...values)),
  }),
];

function ruleOf(written: ArgumentValue<typeof rule>): Omit<RbacRule, 'position'> {
  const { groups = [], resources = [], verbs, customVerbs = [], urls = [], ...others } = written;
  return { groups, resources, verbs: [...verbs, ...customVerbs], customVerbs, urls, ...limitsOf(others) };
}

function ruleOfKind(
  of: KindReference,
  verbs: readonly string[],
  { subresource, ...others }: ArgumentValue<typeof options> = {},
): Omit<RbacRule, 'position'> {
  const suffix = subresource === undefined ? '' : `/${subresource}`;
  return { groups: [], resources: [], verbs, urls: [], kind: { of, suffix }, ...limitsOf(others) };
}

function limitsOf({
  resourceNames = [],
  namespace = '',
  roleName = '',
}: Partial<Pick<RbacRule, keyof typeof limits>>): Pick<RbacRule, keyof typeof limits> {
  return { resourceNames, namespace, roleName };
}
