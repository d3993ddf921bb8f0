/** A webhook with something that the API server refuses, as the arguments that it has beside the usual ones. */
export interface WebhookCase {
  readonly name: string;
  /** Fields that are added or replaced; `undefined` takes one away. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly refused: boolean;
  /** The API server takes it: the marker itself asks for more, as kubebuilder's does. */
  readonly stricter?: boolean;
}

const passed = (name: string, change: WebhookCase['change']): WebhookCase => ({ name, change, refused: false });
const refused = (name: string, change: WebhookCase['change']): WebhookCase => ({ name, change, refused: true });

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
  { ...refused('neither path nor url', { path: undefined }), stricter: true },
  refused('a timeout of 31 seconds', { timeoutSeconds: 31 }),
  refused('no timeout at all', { timeoutSeconds: 0 }),
  refused('an unknown AdmissionReview', { admissionReviewVersions: ['v7'] }),
  refused('no group', { groups: [] }),
  refused('no verb', { verbs: [] }),
  refused('all versions and one', { versions: ['*', 'v1'] }),
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
