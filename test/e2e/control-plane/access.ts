import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa, ExecaError } from 'execa';
import { readAuditLog, type AuditEvent } from '../../../runtime/src/testing/environment/audit.js';
import { writeKubeconfig } from '../../../runtime/src/testing/environment/kubeconfig.js';
import { executableName } from '../../../runtime/src/testing/environment/platform.js';

/** Where a running control plane is: plain data, so that one process can hand it to another. */
export interface ControlPlaneInfo {
  readonly url: string;
  /** A temporary folder that goes with the control plane. */
  readonly directory: string;
  /** The folder with the programs that run, kubectl among them. */
  readonly assetsDirectory: string;
  /** The administrator's kubeconfig file. */
  readonly kubeconfigPath: string;
  readonly certificateAuthorityPath: string;
  readonly auditLogPath: string;
}

export interface KubectlOptions {
  /** What kubectl reads as standard input: `kubectl(['apply', '-f', '-'], { input })`. */
  readonly input?: string;
  /** Milliseconds to wait for a kind that the API server does not list; by default more than a refresh of its list takes. */
  readonly discoveryTimeout?: number;
}

/**
 * What kubectl says of a kind that is not in the discovery document of the API server. A kind of an established CRD can be
 * missing there: when the API server fails once to read the kinds of a group, it leaves them out until it reads all groups
 * again, which is every minute. https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
const undiscovered = /no matches for kind|the server doesn't have a resource type/;

export interface AuditFilter {
  /** The status code of the answer, for example 403. */
  readonly code?: number;
  /** The full name, for example `system:serviceaccount:default:controller-manager`. */
  readonly user?: string;
}

/** What a test does with a control plane, whether it started it or another process did. */
export interface ControlPlaneAccess extends ControlPlaneInfo {
  /** Runs kubectl as the administrator and returns its stdout. Throws execa's error, with its stderr, when it fails. */
  readonly kubectl: (args: readonly string[], options?: KubectlOptions) => Promise<string>;
  /**
   * The path of a kubeconfig for a service account that exists, so that a process can run with its permissions and no
   * other. Its token is good for a day.
   */
  readonly serviceAccountKubeconfig: (namespace: string, name: string) => Promise<string>;
  /** What the API server was asked and answered so far, the oldest first. */
  readonly auditEvents: (filter?: AuditFilter) => Promise<AuditEvent[]>;
}

/** The operations on the control plane that `info` describes. */
export function accessControlPlane(info: ControlPlaneInfo): ControlPlaneAccess {
  const { assetsDirectory, auditLogPath, certificateAuthorityPath, directory, kubeconfigPath, url } = info;
  const kubectl = async (args: readonly string[], options: KubectlOptions = {}): Promise<string> => {
    const { input, discoveryTimeout = 75_000 } = options;
    const deadline = Date.now() + discoveryTimeout;
    // The discovery cache is keyed by host and port: one in somebody's home could be that of an earlier control plane.
    const global = [`--kubeconfig=${kubeconfigPath}`, `--cache-dir=${join(directory, 'kubectl-cache')}`];
    const command = join(assetsDirectory, executableName('kubectl'));
    for (;;) {
      try {
        const stdin = input === undefined ? ({ stdin: 'ignore' } as const) : { input };
        return (await execa(command, [...global, ...args], stdin)).stdout;
      } catch (error) {
        const known = !(error instanceof ExecaError && undiscovered.test(error.message));
        if (known || Date.now() > deadline) throw error;
        await setTimeout(500);
      }
    }
  };
  return {
    ...info,
    kubectl,
    async serviceAccountKubeconfig(namespace, name) {
      const token = await kubectl(['create', 'token', name, `--namespace=${namespace}`, '--duration=24h']);
      const ca = await readFile(certificateAuthorityPath, 'utf8');
      const path = join(directory, 'service-accounts', `${namespace}-${name}.yaml`);
      return writeKubeconfig(path, { url, ca }, `system:serviceaccount:${namespace}:${name}`, { token });
    },
    async auditEvents({ code, user } = {}) {
      const events = await readAuditLog(auditLogPath);
      return events.filter(
        (event) =>
          (code === undefined || event.responseStatus?.code === code) &&
          (user === undefined || event.user.username === user),
      );
    },
  };
}
