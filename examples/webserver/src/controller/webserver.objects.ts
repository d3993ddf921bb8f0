import type { Stored } from '@operator-gen/runtime';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import type { Service } from '@operator-gen/runtime/k8s/core/v1';
import type { OwnerReference } from '@operator-gen/runtime/k8s/meta/v1';
import type { WebServer } from '../api/v1/webserver.types.js';

const port = 80;

/** The Deployment that a WebServer asks for. */
export function deploymentOf({ metadata, spec }: Stored<WebServer>, owner: OwnerReference): Deployment {
  const { name, namespace } = metadata;
  const labels = labelsOf(name);
  const { replicas = 1, image = 'nginx:1.23.0' } = spec ?? {};
  return {
    metadata: { name, namespace, labels, ownerReferences: [owner] },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'nginx', image, ports: [{ containerPort: port, protocol: 'TCP' }] }] },
      },
    },
  };
}

/** The Service before it. */
export function serviceOf({ metadata: { name, namespace } }: Stored<WebServer>, owner: OwnerReference): Service {
  const labels = labelsOf(name);
  return {
    metadata: { name: `${name}-service`, namespace, labels, ownerReferences: [owner] },
    spec: { selector: labels, ports: [{ name: 'http', port, protocol: 'TCP', targetPort: port }] },
  };
}

function labelsOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/name': 'webserver', 'app.kubernetes.io/instance': name };
}
