import type { Stored } from '@operator-gen/runtime';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import type { Container } from '@operator-gen/runtime/k8s/core/v1';
import type { Memcached } from '../api/v1alpha1/memcached.types.js';

/** Makes of a Deployment, in place, what a Memcached asks for. What the API server filled in stays. */
export function makeDeployment(deployment: Deployment, { metadata, spec }: Stored<Memcached>, image: string): void {
  const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': metadata.name };
  deployment.spec ??= {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [], securityContext: podSecurity } },
  };
  deployment.spec.replicas = spec.size;
  const containers = (deployment.spec.template.spec ??= { containers: [] }).containers;
  const container: Container = containers[0] ?? { name: 'memcached', securityContext: containerSecurity };
  containers[0] = container;
  container.image = image;
  container.command = ['memcached', '-m=64', `-p=${spec.containerPort}`, 'modern', '-v'];
  container.ports = [{ name: 'memcached', containerPort: spec.containerPort, protocol: 'TCP' }];
}

const podSecurity = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

const containerSecurity = {
  runAsNonRoot: true,
  runAsUser: 1001,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
};
