import { boolean, choice, count, list, object, record, string } from './argument.js';
import { webhookConfigurationMarker, webhookMarker } from './marker.js';

const selector = object({
  matchLabels: { argument: record(string), optional: true, summary: 'Required labels with their values.' },
  matchExpressions: {
    argument: list(
      object({
        key: { argument: string, summary: 'The key of the label.' },
        operator: { argument: choice('In', 'NotIn', 'Exists', 'DoesNotExist'), summary: 'The condition on the label.' },
        values: { argument: list(string), optional: true, summary: 'The values for `In` and `NotIn`.' },
      }),
    ),
    optional: true,
    summary: 'Conditions on labels.',
  },
});

export const webhookMarkers = [
  webhookMarker({
    name: 'Webhook',
    summary: 'Declares an admission webhook: the requests that the API server sends to it, and its address.',
    kubebuilder: ['kubebuilder:webhook'],
    emits: ['webhooks'],
    repeatable: true,
    parameters: [
      {
        name: 'webhook',
        argument: object({
          name: { argument: string, summary: 'The unique name, a domain name such as `vcronjob.example.com`.' },
          mutating: { argument: boolean, summary: '`true` for a mutating webhook, `false` for a validating webhook.' },
          failurePolicy: {
            argument: choice('Fail', 'Ignore'),
            summary: 'The handling of requests if the webhook fails: `Fail` rejects them, `Ignore` admits them.',
          },
          sideEffects: {
            argument: choice('None', 'NoneOnDryRun'),
            summary: 'The side effects of the webhook: none at all, or none on dry runs.',
          },
          groups: { argument: list(string), summary: 'The API groups; an empty string or `core` for the core group.' },
          versions: { argument: list(string), summary: 'The API versions.' },
          resources: {
            argument: list(string),
            summary: 'The plurals of the resources; subresources have a suffix such as `/status`.',
          },
          verbs: {
            argument: list(choice('create', 'update', 'delete', 'connect', '*')),
            summary: 'The operations on the objects.',
          },
          admissionReviewVersions: { argument: list(string), summary: 'The supported versions of AdmissionReview.' },
          path: { argument: string, optional: true, summary: 'The path on the server of the operator.' },
          url: { argument: string, optional: true, summary: 'The URL of a webhook that the operator does not serve.' },
          matchPolicy: {
            argument: choice('Exact', 'Equivalent'),
            optional: true,
            summary: '`Equivalent` also matches requests for other versions of the same resource, `Exact` does not.',
          },
          timeoutSeconds: {
            argument: count,
            optional: true,
            summary: 'The timeout from 1 to 30 seconds; defaults to 10.',
          },
          serviceName: {
            argument: string,
            optional: true,
            summary: 'The name of the Service; defaults to `webhook-service`.',
          },
          serviceNamespace: {
            argument: string,
            optional: true,
            summary: 'The namespace of the Service; defaults to `system`.',
          },
          servicePort: { argument: count, optional: true, summary: 'The port of the Service; defaults to 443.' },
          reinvocationPolicy: {
            argument: choice('Never', 'IfNeeded'),
            optional: true,
            summary: '`IfNeeded` calls the webhook again if another webhook changes the object afterwards.',
          },
          namespaceSelector: {
            argument: selector,
            optional: true,
            summary: 'Restricts the webhook to objects in matching namespaces.',
          },
          objectSelector: {
            argument: selector,
            optional: true,
            summary: 'Restricts the webhook to objects with matching labels.',
          },
          matchConditions: {
            argument: list(
              object({
                name: { argument: string, summary: 'The name of the condition in logs.' },
                expression: { argument: string, summary: 'A CEL expression that must return true.' },
              }),
            ),
            optional: true,
            summary: 'Restricts the webhook to requests that meet all these conditions.',
          },
        }),
      },
    ],
    apply: ([webhook]) => webhook,
  }),
  webhookConfigurationMarker({
    name: 'WebhookConfiguration',
    summary: 'Sets the name of the object with all mutating or all validating webhooks.',
    kubebuilder: ['kubebuilder:webhookconfiguration'],
    emits: ['metadata.name'],
    repeatable: true,
    parameters: [
      {
        name: 'configuration',
        argument: object({
          mutating: {
            argument: boolean,
            summary: '`true` for the mutating webhooks, `false` for the validating ones.',
          },
          name: { argument: string, summary: 'The name of the object.' },
        }),
      },
    ],
    apply: ([configuration]) => configuration,
  }),
];
