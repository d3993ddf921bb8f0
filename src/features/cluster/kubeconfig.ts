import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { credentialsOf } from './credentials.js';
import type { Description } from './description.js';
import type { ClusterFiles } from './files.js';
import { writePrivately } from './write-privately.js';

/** Returns the name of a cluster's context, and of its cluster and user in a kubeconfig. */
export function contextOf(name: string): string {
  return `operator-gen-${name}`;
}

export function serverOf(port: number): string {
  return `https://127.0.0.1:${port}`;
}

/** The entries of a kubeconfig, by the name of their list. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
export interface KubeconfigEntries {
  readonly clusters: object;
  readonly users: object;
  readonly contexts: object;
}

/** Returns the entries for the administrator of a cluster. */
export function entriesOf(files: ClusterFiles, { name: cluster, port }: Description): KubeconfigEntries {
  const { authority, admin } = credentialsOf(files);
  const name = contextOf(cluster);
  const base64 = (path: string): string => readFileSync(path).toString('base64');
  return {
    clusters: { name, cluster: { server: serverOf(port), 'certificate-authority-data': base64(authority) } },
    users: { name, user: { 'client-certificate-data': base64(admin.cert), 'client-key-data': base64(admin.key) } },
    contexts: { name, context: { cluster: name, user: name } },
  };
}

/** Writes the kubeconfig of a cluster, into its folder. */
export function writeKubeconfig(files: ClusterFiles, description: Description): void {
  const lists = Object.entries(entriesOf(files, description)).map(([list, entry]) => [list, [entry]] as const);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    ...Object.fromEntries(lists),
    'current-context': contextOf(description.name),
  };
  writePrivately(files.kubeconfig, stringify(config));
}
