/** A webhook with something that the API server refuses, as the arguments that it has beside the usual ones. */
export interface WebhookCase {
  readonly name: string;
  /** Fields that are added or replaced; `undefined` takes one away. */
  readonly change: Readonly<Record<string, unknown>>;
  /** What verify says; the API server refuses the webhook exactly when one of them is `invalid-webhook`. */
  readonly codes: readonly string[];
}

const passed = (name: string, change: WebhookCase['change']): WebhookCase => ({ name, change, codes: [] });
const refused = (name: string, change: WebhookCase['change']): WebhookCase => ({
  name,
  change,
  codes: ['invalid-webhook'],
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
  refused('a subresource after that of all resources', { resources: ['*/status', 'things/status'] }),
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
];

/** The source that declares a case. */
export function webhookSource({ change }: Pick<WebhookCase, 'change'>): string {
  return `import { Webhook } from '@operator-gen/runtime/api';
@Webhook(${JSON.stringify({ ...usualWebhook, ...change })})
export class Hook {}
`;
}
