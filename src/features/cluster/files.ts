import { join } from 'node:path';

/** The paths of a cluster's files, all of them in a folder that only its user can read. */
export interface ClusterFiles {
  readonly folder: string;
  /** The description of the cluster: `description.ts`. */
  readonly description: string;
  /** The settings of its process. */
  readonly settings: string;
  /** The process ID of its process, which locks this file: `upstream/cluster/main.go`. */
  readonly processLock: string;
  /** The lines of JSON that its process prints: `reports.ts`. */
  readonly reports: string;
  readonly log: string;
  /** The log of the process before. */
  readonly previousLog: string;
  readonly auditLog: string;
  readonly auditPolicy: string;
  readonly kubeconfig: string;
  /** The data of etcd. */
  readonly data: string;
  /** The folder of certificates and keys. */
  readonly certificates: string;
}

/** Returns the path of the log of a cluster that was never ready, beside the folder that it no longer has. */
export function failedLog({ folder }: Pick<ClusterFiles, 'folder'>): string {
  return `${folder}.failed.log`;
}

export function filesOf(folder: string): ClusterFiles {
  const settings = join(folder, 'settings.json');
  return {
    folder,
    description: join(folder, 'cluster.json'),
    settings,
    processLock: `${settings}.lock`,
    reports: join(folder, 'reports.jsonl'),
    log: join(folder, 'cluster.log'),
    previousLog: join(folder, 'cluster.previous.log'),
    auditLog: join(folder, 'audit.log'),
    auditPolicy: join(folder, 'audit-policy.yaml'),
    kubeconfig: join(folder, 'kubeconfig'),
    data: join(folder, 'etcd'),
    certificates: join(folder, 'certificates'),
  };
}
