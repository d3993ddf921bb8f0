import type { Values } from './rendered-chart.js';

/** A value of the charts that kubebuilder generates. */
export interface KubebuilderValue {
  readonly key: string;
  /** A value other than the default. */
  readonly value: unknown;
  /** The kind of an object that this value changes, adds or removes. */
  readonly changes: string;
  /** Values that this one needs. */
  readonly with?: Values;
}

/** All values of the charts of kubebuilder's plugin `helm.kubebuilder.io/v2-alpha`, each with a value other than its default. */
export const kubebuilderValues: readonly KubebuilderValue[] = [
  { key: 'nameOverride', changes: 'Service', value: 'other' },
  { key: 'fullnameOverride', changes: 'Service', value: 'other' },
  { key: 'manager.enabled', changes: 'Deployment', value: false },
  { key: 'manager.replicas', changes: 'Deployment', value: 3 },
  { key: 'manager.image.repository', changes: 'Deployment', value: 'example.com/other' },
  { key: 'manager.image.tag', changes: 'Deployment', value: 'v9' },
  { key: 'manager.image.pullPolicy', changes: 'Deployment', value: 'Always' },
  { key: 'manager.args', changes: 'Deployment', value: ['--name={{ .Release.Name }}'] },
  { key: 'manager.healthProbe.port', changes: 'Deployment', value: 9081 },
  { key: 'manager.env', changes: 'Deployment', value: [{ name: 'LEVEL', value: 'debug' }] },
  { key: 'manager.envOverrides', changes: 'Deployment', value: { LEVEL: 'debug' } },
  { key: 'manager.imagePullSecrets', changes: 'Deployment', value: [{ name: 'registry' }] },
  { key: 'manager.podSecurityContext', changes: 'Deployment', value: { fsGroup: 5 } },
  { key: 'manager.securityContext', changes: 'Deployment', value: { runAsUser: 5 } },
  { key: 'manager.resources', changes: 'Deployment', value: { limits: { cpu: '2' } } },
  {
    key: 'manager.affinity',
    changes: 'Deployment',
    value: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
    },
  },
  { key: 'manager.nodeSelector', changes: 'Deployment', value: { disk: 'ssd' } },
  { key: 'manager.tolerations', changes: 'Deployment', value: [{ operator: 'Exists' }] },
  { key: 'manager.strategy', changes: 'Deployment', value: { type: 'Recreate' } },
  { key: 'manager.priorityClassName', changes: 'Deployment', value: 'high' },
  {
    key: 'manager.topologySpreadConstraints',
    changes: 'Deployment',
    value: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
  },
  { key: 'manager.terminationGracePeriodSeconds', changes: 'Deployment', value: 60 },
  { key: 'manager.labels', changes: 'Deployment', value: { team: 'a' } },
  { key: 'manager.annotations', changes: 'Deployment', value: { team: 'a' } },
  { key: 'manager.pod.labels', changes: 'Deployment', value: { team: 'a' } },
  { key: 'manager.pod.annotations', changes: 'Deployment', value: { team: 'a' } },
  { key: 'manager.extraVolumes', changes: 'Deployment', value: [{ name: 'more', emptyDir: {} }] },
  { key: 'manager.extraVolumeMounts', changes: 'Deployment', value: [{ name: 'more', mountPath: '/more' }] },
  { key: 'rbac.namespaced', changes: 'RoleBinding', value: true },
  { key: 'rbac.helpers.enabled', changes: 'ClusterRole', value: false },
  { key: 'rbac.roleNamespaces', changes: 'RoleBinding', value: { 'manager-role-infrastructure': 'other' } },
  {
    key: 'serviceAccount.enabled',
    changes: 'ServiceAccount',
    value: false,
    with: { serviceAccount: { name: 'other' } },
  },
  { key: 'serviceAccount.name', changes: 'ServiceAccount', value: 'other' },
  { key: 'serviceAccount.annotations', changes: 'ServiceAccount', value: { team: 'a' } },
  { key: 'serviceAccount.labels', changes: 'ServiceAccount', value: { team: 'a' } },
  { key: 'crd.enabled', changes: 'CustomResourceDefinition', value: false },
  { key: 'crd.keep', changes: 'CustomResourceDefinition', value: false },
  { key: 'metrics.enabled', changes: 'Service', value: false },
  { key: 'metrics.port', changes: 'Service', value: 9090 },
  { key: 'metrics.secure', changes: 'ClusterRole', value: false },
  { key: 'certManager.enabled', changes: 'Certificate', value: false },
  { key: 'webhook.enabled', changes: 'ValidatingWebhookConfiguration', value: false },
  { key: 'webhook.port', changes: 'Service', value: 10_250 },
  { key: 'prometheus.enabled', changes: 'ServiceMonitor', value: true },
  { key: 'networkPolicy.enabled', changes: 'NetworkPolicy', value: true },
];
