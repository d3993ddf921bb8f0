import type { ClusterConfig } from '../../transport/cluster-config.js';
import type { AuditEvent } from './audit.js';
import type { Ask } from './http.js';
import type { TestUser } from './users.js';

/** Cluster of a test, with operations on it. */
export interface TestCluster {
  /** URL `https://127.0.0.1:<port>`, or the address of the existing cluster. */
  readonly url: string;
  /** Configuration for reaching the API server as its administrator; for `createManager({ config })`. */
  readonly config: ClusterConfig;
  /** URL of etcd, over plain HTTP: `http://127.0.0.1:<port>` */
  readonly etcdUrl: string;
  /** Directory of the running binaries. */
  readonly assetsDirectory: string;
  /** Path of the administrator's kubeconfig file. */
  readonly kubeconfigPath: string;
  /** Path of the API server's CA certificate, PEM. */
  readonly certificateAuthorityPath: string;
  /** Path of the key that signs service account tokens, PEM. */
  readonly serviceAccountKeyPath: string;
  readonly auditLogPath: string;
  /** Returns the path of a kubeconfig for one of `users`, or of the users that were added. */
  readonly userKubeconfig: (user: string) => Promise<string>;
  /** Creates a user with a client certificate; returns the path of a kubeconfig. */
  readonly addUser: (user: TestUser) => Promise<string>;
  /** Returns the path of a kubeconfig for an existing service account; its token is valid for a day. */
  readonly serviceAccountKubeconfig: (namespace: string, name: string) => Promise<string>;
  /** Returns the audit events of the API server so far, oldest first. */
  readonly auditEvents: () => Promise<AuditEvent[]>;
  /** Stops the API server abruptly, like a crash: connections break, its data is kept. */
  readonly stopApiServer: () => Promise<void>;
  /** Restarts the API server on the same port with the same data, and waits until it is ready. */
  readonly startApiServer: () => Promise<void>;
  /** Copies all stored data, like an etcd snapshot. */
  readonly backUp: () => Promise<ClusterBackup>;
  /**
   * Restores the cluster from a copy, like an etcd restore: the API server and etcd are restarted, and versions
   * continue from those of the copy.
   */
  readonly restore: (backup: ClusterBackup) => Promise<void>;
}

/** Stored data at one moment. */
export interface ClusterBackup {
  /** Directory with etcd's data; it is removed with the environment. */
  readonly etcd: string;
}

/** Cluster, with a function that sends requests to its API server. */
export interface ReachableCluster {
  readonly cluster: TestCluster;
  readonly ask: Ask;
  /** Closes the connections to it. */
  readonly close: () => void;
}
