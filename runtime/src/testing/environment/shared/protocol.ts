import type { CRDSource } from '../crds.js';
import type { TestUser } from '../users.js';
import type { WebhookConfiguration } from '../webhooks.js';

/** The variable with the address, token included, at which test files reach the process that shares an environment. */
export const addressVariable = 'OPERATOR_GEN_TEST_ENVIRONMENT';

/** The server of a test file that converts objects. */
export interface ConversionServer {
  /** The namespace of the file: its objects are converted by its own server. */
  readonly namespace: string;
  /** Such as `https://127.0.0.1:20000/convert`. */
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
   * Waits for the cluster and installs the CustomResourceDefinitions that are not there yet; the webhooks are only looked at.
   * Null where the settings would change those of other files, and nothing was installed. The kubeconfig is absent where it is
   * an existing cluster, which everybody finds for themselves.
   */
  join(settings: ClusterSettings): Promise<{ readonly kubeconfig?: string } | null>;
  /** The kubeconfig of a user; the same for each file that asks for the same user. */
  addUser(user: TestUser): Promise<string>;
  /** Has the API server's requests to convert objects passed on to a server. */
  addConversionServer(server: ConversionServer): Promise<void>;
  /** Takes it away again. */
  removeConversionServer(namespace: string): Promise<void>;
}

/** The names of its calls. */
export const calls = ['join', 'addUser', 'addConversionServer', 'removeConversionServer'] as const;
