import { boolean, choice, count, list, object, record, string } from './argument.js';
import { webhookConfigurationMarker, webhookMarker } from './marker.js';

const selector = object({
  matchLabels: { argument: record(string), optional: true, summary: 'Labels that have to be there.' },
  matchExpressions: {
    argument: list(
      object({
        key: { argument: string, summary: 'The label.' },
        operator: { argument: choice('In', 'NotIn', 'Exists', 'DoesNotExist'), summary: 'What holds of it.' },
        values: { argument: list(string), optional: true, summary: 'For In and NotIn.' },
      }),
    ),
    optional: true,
    summary: 'Conditions on labels.',
  },
});

export const webhookMarkers = [
  webhookMarker({
    name: 'Webhook',
    summary: 'An admission webhook: what the API server asks it about, and where it finds it.',
    kubebuilder: ['kubebuilder:webhook'],
    emits: ['webhooks'],
    repeatable: true,
    parameters: [
      {
        name: 'webhook',
        argument: object({
          name: { argument: string, summary: 'A domain name of its own, such as `vcronjob.example.com`.' },
          mutating: { argument: boolean, summary: 'Whether it may change objects, or only refuse them.' },
          failurePolicy: { argument: choice('Fail', 'Ignore'), summary: 'What holds while it cannot be reached.' },
          sideEffects: {
            argument: choice('None', 'NoneOnDryRun'),
            summary: 'Whether it changes anything beside its answer.',
          },
          groups: { argument: list(string), summary: 'API groups; empty text or `core` for the core group.' },
          versions: { argument: list(string), summary: 'API versions.' },
          resources: { argument: list(string), summary: 'Plurals, with `/status` and the like for subresources.' },
          verbs: {
            argument: list(choice('create', 'update', 'delete', 'connect', '*')),
            summary: 'What is done to the objects.',
          },
          admissionReviewVersions: { argument: list(string), summary: 'Versions of AdmissionReview that it reads.' },
          path: { argument: string, optional: true, summary: 'Its path on the operator’s own server.' },
          url: { argument: string, optional: true, summary: 'Where it is, when it is not on our server.' },
          matchPolicy: {
            argument: choice('Exact', 'Equivalent'),
            optional: true,
            summary: 'Whether other versions of the same object count.',
          },
          timeoutSeconds: { argument: count, optional: true, summary: 'From 1 to 30; 10 unless said otherwise.' },
          serviceName: { argument: string, optional: true, summary: '`webhook-service` unless said otherwise.' },
          serviceNamespace: { argument: string, optional: true, summary: '`system` unless said otherwise.' },
          servicePort: { argument: count, optional: true, summary: '443 unless said otherwise.' },
          reinvocationPolicy: {
            argument: choice('Never', 'IfNeeded'),
            optional: true,
            summary: 'Whether it is asked again after another one has changed the object.',
          },
          namespaceSelector: { argument: selector, optional: true, summary: 'Only objects in these namespaces.' },
          objectSelector: { argument: selector, optional: true, summary: 'Only objects with these labels.' },
          matchConditions: {
            argument: list(
              object({
                name: { argument: string, summary: 'What it is called in logs.' },
                expression: { argument: string, summary: 'A CEL expression that has to hold.' },
              }),
            ),
            optional: true,
            summary: 'Only requests for which all of these hold.',
          },
        }),
      },
    ],
    apply: ([webhook]) => webhook,
  }),
  webhookConfigurationMarker({
    name: 'WebhookConfiguration',
    summary: 'Another name for the object that holds all mutating, or all validating webhooks.',
    kubebuilder: ['kubebuilder:webhookconfiguration'],
    emits: ['metadata.name'],
    repeatable: true,
    parameters: [
      {
        name: 'configuration',
        argument: object({
          mutating: { argument: boolean, summary: 'Which of the two.' },
          name: { argument: string, summary: 'Its name.' },
        }),
      },
    ],
    apply: ([configuration]) => configuration,
  }),
];
