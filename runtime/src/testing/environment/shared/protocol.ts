import type { CRDSource } from '../crds.js';
import type { TestUser } from '../users.js';
import type { WebhookConfiguration } from '../webhooks.js';

/** The environment variable with the address, including a token, of the process that shares an environment. */
export const addressVariable = 'OPERATOR_GEN_TEST_ENVIRONMENT';

/** The server of a test file that converts objects. */
export interface ConversionServer {
  /** The namespace of the file: its objects are converted by its own server. */
  readonly namespace: string;
  /** The address, such as `https://127.0.0.1:20000/convert`. */
  readonly url: string;
  /** The certificate authority that signed its certificate, as PEM. */
  readonly certificateAuthority: string;
}

/** The cluster-wide settings of a test file. */
export interface ClusterSettings {
  readonly crds: readonly CRDSource[];
  readonly webhooks: readonly WebhookConfiguration[];
}

/**
 * The calls from a test file to the process that shares an environment. Each call has one argument and one result, as
 * JSON.
 */
export interface SharedHost {
  /**
   * Waits for the cluster and installs missing CustomResourceDefinitions; the webhooks are only checked. Returns null,
   * and installs nothing, if the settings would affect other files. The kubeconfig is undefined for an existing
   * cluster, which each file finds by itself.
   */
  join(settings: ClusterSettings): Promise<{ readonly kubeconfig?: string } | null>;
  /** Returns the kubeconfig of a user; the same for each file that requests the same user. */
  addUser(user: TestUser): Promise<string>;
  /** Forwards conversion requests of the API server to a server. */
  addConversionServer(server: ConversionServer): Promise<void>;
  /** Stops forwarding requests to a server. */
  removeConversionServer(namespace: string): Promise<void>;
}

/** The names of its calls. */
export const calls = ['join', 'addUser', 'addConversionServer', 'removeConversionServer'] as const;
