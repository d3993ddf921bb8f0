/** A webhook with something that the API server rejects, given as the arguments that differ from the default ones. */
export interface WebhookCase {
  readonly name: string;
  /** Fields that are added or replaced; `undefined` removes one. */
  readonly change: Readonly<Record<string, unknown>>;
  /** Arguments of `@Resource` for the names, and markers before it, of the kind with the default group and plural. */
  readonly kind?: string | undefined;
  /** The codes that verify reports; the API server rejects the webhook exactly when one of them is `invalid-webhook`. */
  readonly codes: readonly string[];
}

const passed = (name: string, change: WebhookCase['change']): WebhookCase => ({ name, change, codes: [] });
const refused = (name: string, change: WebhookCase['change']): WebhookCase => ({
  name,
  change,
  codes: ['invalid-webhook'],
});

const unused = (name: string, change: WebhookCase['change'], kind?: string): WebhookCase => ({
  name,
  change,
  kind,
  codes: ['ineffective-webhook'],
});

export const usualWebhook = {
  name: 'vthing.example.com',
  mutating: false,
  failurePolicy: 'Fail',
  sideEffects: 'None',
  groups: ['example.com'],
  versions: ['v1'],
  resources: ['things'],
  verbs: ['create', 'update'],
  admissionReviewVersions: ['v1'],
  path: '/validate-thing',
};

const things = "@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })";
const clusterThings = "@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things', scope: 'Cluster' })";

export const webhookCases: readonly WebhookCase[] = [
  passed('the usual one', {}),
  passed('with selectors and conditions', {
    namespaceSelector: {
      matchLabels: { team: 'a' },
      matchExpressions: [{ key: 'env', operator: 'In', values: ['x'] }],
    },
    objectSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
    matchConditions: [{ name: 'not-ours', expression: "request.userInfo.username != 'us'" }],
  }),
  passed('asked again', { mutating: true, reinvocationPolicy: 'IfNeeded', timeoutSeconds: 30 }),
  passed('at a url', { path: undefined, url: 'https://example.com/check' }),
  refused('a short name', { name: 'vthing' }),
  refused('a name of two parts', { name: 'vthing.example' }),
  refused('a name in capitals', { name: 'VThing.example.com' }),
  refused('a path without a slash', { path: 'validate' }),
  refused('a url without https', { path: undefined, url: 'http://example.com' }),
  { name: 'neither path nor url', change: { path: undefined }, codes: ['webhook-without-path'] },
  { name: 'both path and url', change: { url: 'https://example.com' }, codes: ['webhook-path-ignored'] },
  refused('a name of 300 characters', { name: `${'a.'.repeat(149)}ab` }),
  passed('at the root', { path: '/' }),
  refused('an empty name of the Service', { serviceName: '' }),
  refused('a url without a host', { path: undefined, url: 'https:///check' }),
  passed('at a url in capitals', { path: undefined, url: 'HTTPS://example.com' }),
  passed('at a url with an empty query', { path: undefined, url: 'https://example.com/check?' }),
  refused('a url with a wrong port', { path: undefined, url: 'https://example.com:x' }),
  refused('a validating webhook that is called again', { reinvocationPolicy: 'IfNeeded' }),
  refused('an AdmissionReview version that is none', { admissionReviewVersions: ['v1', 'V 2'] }),
  refused('a label key with a domain in capitals', { objectSelector: { matchLabels: { 'Example.com/a': 'b' } } }),
  refused('a subresource after all of its resource', { resources: ['things/*', 'things/status'] }),
  passed('a subresource before all of its resource', { resources: ['things/status', 'things/*'] }),
  refused('a subresource after that of all resources', { resources: ['*/status', 'things/status'], verbs: ['update'] }),
  passed('all resources after one', { resources: ['things', '*'] }),
  refused('a timeout of 31 seconds', { timeoutSeconds: 31 }),
  refused('no timeout at all', { timeoutSeconds: 0 }),
  refused('an unknown AdmissionReview', { admissionReviewVersions: ['v7'] }),
  refused('no group', { groups: [] }),
  refused('no verb', { verbs: [] }),
  refused('all versions and one', { versions: ['*', 'v1'] }),
  passed('at a path of several parts', { path: '/a-b/c.d/v1/' }),
  refused('a path with capitals', { path: '/Validate' }),
  refused('a path with an underscore', { path: '/validate_thing' }),
  refused('a path with an empty part', { path: '/a//b' }),
  refused('a path with a query', { path: '/a?b=c' }),
  refused('a url with a query', { path: undefined, url: 'https://example.com/check?a=b' }),
  refused('a url with a fragment', { path: undefined, url: 'https://example.com/check#a' }),
  refused('a url with a user', { path: undefined, url: 'https://me@example.com/check' }),
  passed('at another port', { servicePort: 8443 }),
  refused('port 0', { servicePort: 0 }),
  refused('port 70000', { servicePort: 70000 }),
  refused('a label that is one of nothing', { objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }),
  refused('a label that is there with a value', {
    objectSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
  }),
  refused('a label that can be none', { namespaceSelector: { matchLabels: { 'a b': 'c' } } }),
  refused('a value of a label that can be none', { namespaceSelector: { matchLabels: { a: 'b c' } } }),
  refused('an expression about a label that can be none', {
    namespaceSelector: { matchExpressions: [{ key: '', operator: 'Exists' }] },
  }),
  refused('a condition without a name', { matchConditions: [{ name: '', expression: 'true' }] }),
  refused('a condition with a name of two words', { matchConditions: [{ name: 'a b', expression: 'true' }] }),
  refused('a condition that says nothing', { matchConditions: [{ name: 'a', expression: ' ' }] }),
  refused('65 conditions', {
    matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `a${index}`, expression: 'true' })),
  }),
  passed('all resources with their subresources', { resources: ['*/*'] }),
  passed('a resource and its subresources', { resources: ['things', 'things/status'] }),
  refused('all resources and one', { resources: ['*', 'things'] }),
  refused('all resources, subresources included, and one', { resources: ['*/*', 'things'] }),
  refused('a resource that is empty', { resources: [''] }),
  refused('an AdmissionReview twice', { admissionReviewVersions: ['v1', 'v1'] }),
  refused('a version that is empty', { versions: [''] }),
  refused('two conditions of one name', {
    matchConditions: [
      { name: 'a', expression: 'true' },
      { name: 'a', expression: 'true' },
    ],
  }),
  unused('a group with a version', { groups: ['example.com/v1'] }),
  unused('a group in capitals', { groups: ['Example.com'] }),
  unused('a version in capitals', { versions: ['V1'] }),
  unused('a kind instead of a plural', { resources: ['Thing'] }),
  unused('a resource with a slash at the end', { resources: ['things/'] }),
  passed('the core group', { groups: ['core', ''], resources: ['pods'] }),
  unused('a url and a Service', { path: undefined, url: 'https://example.com/check', serviceName: 'other' }),
  unused('a url and a port', { path: undefined, url: 'https://example.com/check', servicePort: 8443 }),
  unused('connections to objects', { verbs: ['connect', 'create'] }),
  passed('connections to Pods', { groups: [''], resources: ['pods/exec'], verbs: ['connect'] }),
  unused('a created status', { resources: ['things/status'], verbs: ['create', 'update'] }),
  passed('an updated status', { resources: ['things/status'], verbs: ['update'] }),
  unused('webhook configurations', {
    groups: ['admissionregistration.k8s.io'],
    resources: ['validatingwebhookconfigurations'],
  }),
  unused('a label that exists and does not', {
    objectSelector: {
      matchExpressions: [
        { key: 'a', operator: 'Exists' },
        { key: 'a', operator: 'DoesNotExist' },
      ],
    },
  }),
  unused('a label with two values', {
    namespaceSelector: {
      matchLabels: { a: 'b' },
      matchExpressions: [{ key: 'a', operator: 'In', values: ['c', 'd'] }],
    },
  }),
  unused('a label with values that are left out', {
    objectSelector: {
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['b'] },
        { key: 'a', operator: 'NotIn', values: ['b', 'c'] },
      ],
    },
  }),
  passed('a label with one of two values', {
    objectSelector: {
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['b', 'c'] },
        { key: 'a', operator: 'NotIn', values: ['b'] },
        { key: 'a', operator: 'Exists' },
      ],
    },
  }),
  unused('a version that the kind does not have', { versions: ['v2'] }, things),
  { ...passed('one of two versions', { versions: ['v1', 'v2'] }), kind: things },
  { ...passed('a kind of others', { versions: ['v2'], resources: ['others'] }), kind: things },
  unused('a subresource that the kind does not have', { resources: ['things', 'things/status'] }, things),
  {
    ...passed('the status of the kind', { resources: ['things', 'things/status'] }),
    kind: `@StatusSubresource() ${things}`,
  },
  unused('namespaces of a kind without namespaces', { namespaceSelector: { matchLabels: { a: 'b' } } }, clusterThings),
  { ...passed('namespaces of a kind', { namespaceSelector: { matchLabels: { a: 'b' } } }), kind: things },
];

/** Returns the source that declares a case. */
export function webhookSource({ change, kind }: Pick<WebhookCase, 'change' | 'kind'>): string {
  const declared =
    kind === undefined
      ? ''
      : `${kind} export class Thing extends CustomResource { spec!: { a: string }; status?: { b?: string } }\n`;
  return `import { CustomResource, Resource, StatusSubresource, Webhook } from '@operator-gen/runtime/api';
${declared}@Webhook(${JSON.stringify({ ...usualWebhook, ...change })})
export class Hook {}
`;
}
