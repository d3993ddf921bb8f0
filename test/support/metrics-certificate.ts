import type { TestProject } from './projects.js';

const certificates = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  labels:
    app.kubernetes.io/name: test-operator
  name: metrics-certs
  namespace: system
spec:
  dnsNames:
  - SERVICE_NAME.SERVICE_NAMESPACE.svc
  issuerRef:
    kind: Issuer
    name: selfsigned-issuer
  secretName: metrics-server-cert
`;

const patch = `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --metrics-cert-path=/tmp/k8s-metrics-server/metrics-certs
- op: add
  path: /spec/template/spec/containers/0/volumeMounts/-
  value:
    mountPath: /tmp/k8s-metrics-server/metrics-certs
    name: metrics-certs
    readOnly: true
- op: add
  path: /spec/template/spec/volumes/-
  value:
    name: metrics-certs
    secret:
      secretName: metrics-server-cert
`;

const budget = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: controller-manager
  namespace: system
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: test-operator
      control-plane: controller-manager
  unhealthyPodEvictionPolicy: AlwaysAllow
`;

function replacement(field: string, index: number): string {
  return `- source:
    kind: Service
    version: v1
    name: controller-manager-metrics-service
    fieldPath: .metadata.${field}
  targets:
  - select:
      kind: Certificate
      name: metrics-certs
    fieldPaths:
    - .spec.dnsNames.0
    options:
      delimiter: .
      index: ${index}
      create: true
  - select:
      kind: ServiceMonitor
    fieldPaths:
    - .spec.endpoints.0.tlsConfig.serverName
    options:
      delimiter: .
      index: ${index}
`;
}

/**
 * Gives a project with webhooks and cert-manager a certificate for its metrics, which a ServiceMonitor verifies, and a
 * PodDisruptionBudget.
 */
export function addMetricsCertificate(project: TestProject, monitored: boolean): void {
  const kustomization = 'config/default/kustomization.yaml';
  project.write('config/certmanager/certificate-metrics.yaml', certificates);
  project.edit('config/certmanager/kustomization.yaml', 'resources:\n', 'resources:\n- certificate-metrics.yaml\n');
  project.write('config/default/cert_metrics_manager_patch.yaml', patch);
  project.write('config/manager/budget.yaml', budget);
  project.edit('config/manager/kustomization.yaml', '- manager.yaml', '- manager.yaml\n- budget.yaml');
  project.edit(
    kustomization,
    '- path: manager_webhook_patch.yaml',
    '- path: cert_metrics_manager_patch.yaml\n  target:\n    kind: Deployment\n    name: controller-manager\n- path: manager_webhook_patch.yaml',
  );
  project.edit(
    kustomization,
    'replacements:\n',
    `replacements:\n${replacement('name', 0)}${replacement('namespace', 1)}`,
  );
  if (monitored)
    project.edit(kustomization, '- ../certmanager', '- ../certmanager\n- ../prometheus\n- ../network-policy');
  project.edit(
    'config/prometheus/monitor.yaml',
    '      insecureSkipVerify: true',
    '      ca:\n        secret:\n          key: ca.crt\n          name: metrics-server-cert\n      serverName: SERVICE_NAME.SERVICE_NAMESPACE.svc',
  );
}
