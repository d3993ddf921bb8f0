import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { clusterKinds } from '../../../project/cluster-scope.js';
import type { Project } from '../../../project/project.js';
import { deployedNames } from '../names/deployed-names.js';

/**
 * Returns warnings about what is newly required in the cluster: permissions for kinds outside of the operator's
 * namespace, and cert-manager.
 */
export function clusterWarnings(
  host: Host,
  root: string,
  [before, after]: readonly [Project, Project],
): readonly Diagnostic[] {
  const { namespace } = deployedNames(host, root, after);
  const known = clusterKinds(before);
  const kinds = clusterKinds(after).filter((kind) => !known.includes(kind));
  const isCertManagerNew = requiresCertManager(after) && !requiresCertManager(before);
  return [
    ...kinds.map((kind) => diagnostic('cluster-scoped-kind', { kind, namespace })),
    ...(isCertManagerNew ? [diagnostic('cert-manager-required', {})] : []),
  ];
}

/** Reports whether only the metrics server requires cert-manager in the cluster, and not the webhooks. */
function requiresCertManager({ certificates, parts }: Project): boolean {
  return certificates === 'self-signed' && parts.includes('metrics-certs');
}
