import type { ClusterConfig } from '../../transport/cluster-config.js';
import type { AuditEvent } from './audit.js';
import type { Ask } from './http.js';
import type { TestUser } from './users.js';

/** What a test knows of the cluster that it runs against, and can do to it. */
export interface TestCluster {
  /** `https://127.0.0.1:<port>`, or the address of the existing cluster. */
  readonly url: string;
  /** How to reach the API server as its administrator; for `createManager({ config })`. */
  readonly config: ClusterConfig;
  /** Where etcd answers, over plain HTTP: `http://127.0.0.1:<port>` */
  readonly etcdUrl: string;
  /** The folder with the programs that run. */
  readonly assetsDirectory: string;
  /** The administrator's kubeconfig file. */
  readonly kubeconfigPath: string;
  /** The API server's certificate authority, a PEM file. */
  readonly certificateAuthorityPath: string;
  /** The key that signs service account tokens, a PEM file. */
  readonly serviceAccountKeyPath: string;
  readonly auditLogPath: string;
  /** The path of a kubeconfig for one of `users`, or of those that were added. */
  readonly userKubeconfig: (user: string) => Promise<string>;
  /** Makes a user that the API server knows by a certificate; answers the path of a kubeconfig. */
  readonly addUser: (user: TestUser) => Promise<string>;
  /** The path of a kubeconfig for a service account that exists; its token is good for a day. */
  readonly serviceAccountKubeconfig: (namespace: string, name: string) => Promise<string>;
  /** What the API server was asked and answered so far, the oldest first. */
  readonly auditEvents: () => Promise<AuditEvent[]>;
  /** Takes the API server away at once, as a crash would: connections break, its data stays. */
  readonly stopApiServer: () => Promise<void>;
  /** Brings the API server back on the same port with the same data, and waits until it is ready. */
  readonly startApiServer: () => Promise<void>;
  /** Copies everything that is stored, as a snapshot of etcd does. */
  readonly backUp: () => Promise<ClusterBackup>;
  /**
   * Puts the cluster back to a copy, as a restore of etcd does: the API server and etcd are ended and started, and versions
   * are counted from where they were.
   */
  readonly restore: (backup: ClusterBackup) => Promise<void>;
}

/** What was stored at one moment. */
export interface ClusterBackup {
  /** The folder with etcd's data; it goes with the environment. */
  readonly etcd: string;
}

/** A cluster, and how its API server is asked. */
export interface ReachableCluster {
  readonly cluster: TestCluster;
  readonly ask: Ask;
  /** Ends what was opened to reach it. */
  readonly close: () => void;
}
