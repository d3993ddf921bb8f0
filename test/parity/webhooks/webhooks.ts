import { Webhook, WebhookConfiguration } from '@operator-gen/runtime/api';

@WebhookConfiguration({ mutating: true, name: 'stable-defaults' })
@Webhook({
  mutating: true,
  failurePolicy: 'Fail',
  groups: ['webhooks.parity.example.com'],
  resources: ['horses'],
  verbs: ['create', 'update'],
  versions: ['v1', 'v2'],
  name: 'mhorse.parity.example.com',
  path: '/mutate-horse',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  reinvocationPolicy: 'IfNeeded',
})
export class HorseWebhook {
  @Webhook({
    mutating: false,
    failurePolicy: 'Ignore',
    groups: ['core', 'apps'],
    resources: ['pods', 'deployments/scale'],
    verbs: ['delete', 'connect'],
    versions: ['*'],
    name: 'vpod.parity.example.com',
    path: '/validate-pod',
    sideEffects: 'NoneOnDryRun',
    admissionReviewVersions: ['v1', 'v1beta1'],
    timeoutSeconds: 7,
    matchPolicy: 'Exact',
    serviceName: 'gate',
    serviceNamespace: 'yard',
    servicePort: 8443,
  })
  validate(): void {}
}

/**
 * @webhook {
 *   mutating: false, failurePolicy: 'Fail', groups: [''], resources: ['*'], verbs: ['*'], versions: ['v1'],
 *   name: 'all.parity.example.com', url: 'https://gate.example.com/all', sideEffects: 'None', admissionReviewVersions: ['v1'],
 * }
 */
export const everything = true;
