import type { SeparatePrograms } from './cluster-program.js';
import { credentialsOf } from './credentials.js';
import type { Description } from './description.js';
import type { ClusterFiles } from './files.js';

/** The settings of the process of a cluster: `upstream/cluster/settings.go`. */
export interface ProcessSettings {
  readonly folder: string;
  /** In seconds; 0 for no end. */
  readonly lifetime: number;
  readonly kubeconfig: string;
  readonly etcd: { readonly data: string; readonly client: string; readonly peer: string };
  readonly apiServer: readonly string[];
  readonly controllerManager?: readonly string[];
  readonly scheduler?: readonly string[];
  readonly nodes?: {
    readonly readyAfter: number;
    readonly failing: readonly { readonly key: string; readonly value: string }[];
  };
  /** The programs that the supervisor starts, and the port of the API server, which it asks whether it is ready. */
  readonly separate?: SeparatePrograms & { readonly port: number };
}

type Flags = Readonly<Record<string, string>>;

/** Relative to the folder of the cluster, so that only its user reaches it, and no path is too long for a socket. */
const etcd = { client: 'unix://etcd.sock', peer: 'unix://etcd-peer.sock' };

export function settingsOf(
  files: ClusterFiles,
  { port, options }: Description,
  separate?: SeparatePrograms,
): ProcessSettings {
  const { kubeconfig, data, folder } = files;
  const { lifetime, controllers, readyAfter, featureGates } = options;
  const gates: Flags = featureGates.length === 0 ? {} : { 'feature-gates': featureGates.join(',') };
  const failing = options.failing.map((each) => {
    const [key = '', value = ''] = each.split('=');
    return { key, value };
  });
  return {
    folder,
    lifetime,
    kubeconfig,
    etcd: { data, ...etcd },
    apiServer: argumentsOf({ ...apiServerFlags(files, port), ...withoutControllers(controllers), ...gates }),
    ...(controllers && {
      controllerManager: argumentsOf({ ...controllerManagerFlags(files), ...gates }),
      scheduler: argumentsOf({ ...aloneFlags(kubeconfig), ...gates }),
      nodes: { readyAfter, failing },
    }),
    ...(separate && { separate: { ...separate, port } }),
  };
}

function apiServerFlags(files: ClusterFiles, port: number): Flags {
  const { authority, serving, serviceAccounts } = credentialsOf(files);
  return {
    'etcd-servers': etcd.client,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'secure-port': String(port),
    'cert-dir': files.certificates,
    'tls-cert-file': serving.cert,
    'tls-private-key-file': serving.key,
    'client-ca-file': authority,
    'authorization-mode': 'RBAC',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': serviceAccounts,
    'service-account-signing-key-file': serviceAccounts,
    'service-cluster-ip-range': '10.0.0.0/24',
    // A loopback address cannot be an endpoint of the Service `kubernetes`.
    'endpoint-reconciler-type': 'none',
    'allow-privileged': 'true',
    'audit-policy-file': files.auditPolicy,
    'audit-log-path': files.auditLog,
    // In megabytes. A cluster can run for weeks.
    'audit-log-maxsize': '32',
    'audit-log-maxbackup': '1',
  };
}

/** Without a controller manager, nothing creates the service account `default`, and Pods would be rejected. */
function withoutControllers(controllers: boolean): Flags {
  return controllers ? {} : { 'disable-admission-plugins': 'ServiceAccount' };
}

/** Flags of a component that is the only one of its kind, and whose metrics nobody reads: no election, no port. */
export function aloneFlags(kubeconfig: string): Flags {
  return { kubeconfig, 'leader-elect': 'false', 'secure-port': '0', 'kube-api-qps': '200', 'kube-api-burst': '400' };
}

function controllerManagerFlags(files: ClusterFiles): Flags {
  const { authority, serviceAccounts } = credentialsOf(files);
  return {
    ...aloneFlags(files.kubeconfig),
    'service-account-private-key-file': serviceAccounts,
    'root-ca-file': authority,
    'use-service-account-credentials': 'true',
  };
}

function argumentsOf(flags: Flags): readonly string[] {
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

/**
 * The audit policy: all requests without their bodies, but reads of Kubernetes' own components.
 * See https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
 */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', users: ['system:apiserver', 'system:kube-scheduler'] },
    { level: 'None', userGroups: ['system:serviceaccounts:kube-system'], verbs: ['get', 'list', 'watch'] },
    { level: 'None', resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
    { level: 'None', nonResourceURLs: ['/readyz*', '/livez*', '/healthz*', '/version', '/openapi*', '/api', '/apis'] },
    { level: 'Metadata' },
  ],
};
