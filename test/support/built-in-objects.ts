/** An object of a built-in kind, as data. */
export interface BuiltInObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Record<string, unknown>;
  readonly [field: string]: unknown;
}

const labels = { app: 'it' };
const containers = [{ name: 'main', image: 'example.com/image:1', ports: [{ name: 'http', containerPort: 8080 }] }];
const template = { metadata: { labels }, spec: { containers } };
const task = { metadata: { labels }, spec: { containers, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
const clientConfig = { service: { name: 'it', namespace: 'default', path: '/validate' } };
const rules = [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }];
const webhook = { name: 'it.example.com', clientConfig, rules, sideEffects: 'None', admissionReviewVersions: ['v1'] };
const permissions = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];
const subjects = [{ kind: 'ServiceAccount', name: 'it', namespace: 'default' }];
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };

const local = { name: 'it', namespace: 'default' };
const global = { name: 'it' };

/** The smallest useful object of each kind that the helper knows, apart from CustomResourceDefinitions. */
export const builtInObjects: readonly BuiltInObject[] = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: local, data: { a: 'b' }, binaryData: { c: 'aGk=' } },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: local,
    spec: { limits: [{ type: 'Container', default: { cpu: '1' }, max: { cpu: '2' } }] },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { ...global, labels } },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: local,
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...local, labels },
    spec: { containers, automountServiceAccountToken: false },
  },
  { apiVersion: 'v1', kind: 'ResourceQuota', metadata: local, spec: { hard: { cpu: '4', pods: '10' } } },
  { apiVersion: 'v1', kind: 'Secret', metadata: local, stringData: { a: 'b' }, type: 'Opaque' },
  { apiVersion: 'v1', kind: 'Service', metadata: local, spec: { selector: labels, ports: [{ port: 80 }] } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: local, automountServiceAccountToken: false },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: global,
    webhooks: [{ ...webhook, reinvocationPolicy: 'IfNeeded' }],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: global,
    webhooks: [{ ...webhook, matchConditions: [{ name: 'a', expression: 'object.metadata.name != "a"' }] }],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: global,
    spec: {
      matchConstraints: { resourceRules: rules },
      variables: [{ name: 'replicas', expression: 'object.spec.replicas' }],
      validations: [{ expression: 'variables.replicas <= 5', messageExpression: '"at most " + string(5)' }],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: global,
    spec: { policyName: 'it', validationActions: ['Deny'] },
  },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: local, spec: { selector, template } },
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: local, spec: { selector, template } },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: local, spec: { selector, template } },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: local, spec: { selector, template, serviceName: 'it' } },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: local,
    spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'it' } },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: local,
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: task } } },
  },
  { apiVersion: 'batch/v1', kind: 'Job', metadata: local, spec: { template: task } },
  { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: local, spec: { holderIdentity: 'a' } },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: local,
    spec: { defaultBackend: { service: { name: 'it', port: { number: 80 } } } },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: local,
    spec: { podSelector: selector, ingress: [{ ports: [{ port: 80 }] }] },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: local,
    spec: { minAvailable: '50%', selector },
  },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: global, value: 5 },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: global, rules: permissions },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: global, roleRef, subjects },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: local, rules: permissions },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: local, roleRef, subjects },
];
