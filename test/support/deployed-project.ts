import { goProject } from './go-project.js';
import type { Tree } from './tree.js';

export const webhookManifest = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: validating-webhook-configuration
webhooks:
- admissionReviewVersions:
  - v1
  clientConfig:
    service:
      name: webhook-service
      namespace: system
      path: /check-lantern
  failurePolicy: Ignore
  name: vlantern.shop.example
  rules:
  - apiGroups:
    - light.shop.example
    apiVersions:
    - v1
    operations:
    - CREATE
    resources:
    - lanterns
  sideEffects: None
`;

export const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: manager-rolebinding
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: manager-role
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;

const leader = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: leader-election-role
rules:
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [get, create]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: leader-election-rolebinding
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: leader-election-role}
subjects:
- {kind: ServiceAccount, name: controller-manager, namespace: system}
`;

export const deployment = goProject['config/manager/manager.yaml']!.replace(
  '    spec:\n',
  '    spec:\n      serviceAccountName: controller-manager\n',
)
  .replace('spec:\n  template', 'spec:\n  selector: {matchLabels: {app: lantern}}\n  template')
  .replace('  template:\n', '  template:\n    metadata: {labels: {app: lantern}}\n');

const service = `apiVersion: v1
kind: Service
metadata:
  name: webhook-service
  namespace: system
spec:
  ports:
  - {port: 443, targetPort: 9443}
  selector: {app: lantern}
`;

/** Returns a kustomization with a list of resources. */
export const list = (...resources: readonly string[]): string =>
  `resources:\n${resources.map((each) => `- ${each}\n`).join('')}`;

/** Returns a Go project whose manifests are in these folders, and whose config/default refers to them. */
export function deployedProject(
  folders: Readonly<Record<'manager' | 'rbac' | 'crd' | 'webhook', string>>,
  files: Tree,
): Tree {
  const code = Object.fromEntries(Object.entries(goProject).filter(([path]) => !path.startsWith('config/')));
  const { manager, rbac, crd, webhook } = folders;
  const crdPath = 'config/crd/bases/light.shop.example_lanterns.yaml';
  return {
    ...code,
    [`${manager}/kustomization.yaml`]: list('manager.yaml'),
    [`${manager}/manager.yaml`]: deployment,
    [`${rbac}/kustomization.yaml`]: list('service_account.yaml', 'role.yaml', 'role_binding.yaml', 'leader.yaml'),
    [`${rbac}/service_account.yaml`]: goProject['config/rbac/service_account.yaml']!,
    [`${rbac}/role.yaml`]: goProject['config/rbac/role.yaml']!,
    [`${rbac}/role_binding.yaml`]: binding,
    [`${rbac}/leader.yaml`]: leader,
    [`${crd}/kustomization.yaml`]: list('bases/lanterns.yaml'),
    [`${crd}/bases/lanterns.yaml`]: goProject[crdPath]!,
    [`${webhook}/kustomization.yaml`]: list('manifests.yaml', 'service.yaml'),
    [`${webhook}/manifests.yaml`]: webhookManifest,
    [`${webhook}/service.yaml`]: service,
    ...files,
  };
}

/** The namespace of the deployed objects, and the prefix of their names. */
export const head = 'namespace: lantern-system\nnamePrefix: lantern-\n';

const folders = ['manager', 'rbac', 'crd', 'webhook'] as const;
const at = (folder: string): string => `config/${folder}`;

/** A Go project with the default folders, which config/default deploys. */
export const usualProject: Tree = deployedProject(
  { manager: at('manager'), rbac: at('rbac'), crd: at('crd'), webhook: at('webhook') },
  { 'config/default/kustomization.yaml': head + list(...folders.map((each) => `../${each}`)) },
);
