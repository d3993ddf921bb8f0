import type { Stored } from '@operator-gen/runtime';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import type { Container } from '@operator-gen/runtime/k8s/core/v1';
import type { Memcached } from '../api/v1alpha1/memcached.types.js';

/** Input of the Deployment. */
export interface Wanted {
  readonly owner: Stored<Memcached>;
  /** Image of the Pods. */
  readonly image: string;
}

/** Updates a Deployment in place to the desired state. Fields that the API server set are kept. */
export function makeDeployment(deployment: Deployment, { owner, image }: Wanted): void {
  const { metadata, spec } = owner;
  const labels = {
    'app.kubernetes.io/name': 'memcached',
    'app.kubernetes.io/instance': metadata.name,
  };
  deployment.spec ??= { selector: { matchLabels: labels }, template: { metadata: { labels } } };
  deployment.spec.replicas = spec.size;
  const pod = (deployment.spec.template.spec ??= { containers: [] });
  pod.securityContext = podSecurity;
  const container = containerIn(pod.containers);
  container.image = image;
  container.securityContext = containerSecurity;
}

const containerName = 'memcached';

/** Returns the container of the operator's image. */
function containerIn(containers: Container[]): Container {
  const found = containers.find(({ name }) => name === containerName);
  if (found !== undefined) return found;
  const made = { name: containerName };
  containers.push(made);
  return made;
}

// The restricted Pod security standard: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
const podSecurity = {
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

const containerSecurity = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
};
