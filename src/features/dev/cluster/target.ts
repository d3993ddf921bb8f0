import type { Client, ClusterConfig } from '@operator-gen/runtime';
import type { Environment } from '../../../output/operation/outcome.js';
import { bringUp } from '../../cluster/bring-up.js';
import { contextOf } from '../../cluster/kubeconfig.js';
import type { DevOptions } from '../flags.js';
import { refuse } from '../reporting.js';

/** The cluster that the operator works in. */
export interface Target {
  /** Its name, for messages. */
  readonly name: string;
  readonly config: ClusterConfig;
  /** A client with the permissions of the user. */
  readonly client: Client;
  /** The context of its user in a kubeconfig. */
  readonly context: string;
  /** Set for a cluster of this machine. */
  readonly own?: {
    readonly name: string;
    readonly kubeconfig: string;
    readonly auditLog: string;
    readonly state: string;
    readonly milliseconds: number;
  };
}

/** Connects to the cluster of a context, or brings up one on this machine. @throws DiagnosticsError */
export async function targetOf(options: DevOptions, project: string, environment: Environment): Promise<Target> {
  const { context } = options;
  const { createClient, loadConfig } = await import('@operator-gen/runtime');
  if (context !== undefined) {
    const config = await loadConfig({ context }).catch((error: unknown) =>
      refuse('context-unusable', { context, reason: (error as Error).message }),
    );
    return { name: `the context ${context}`, config, client: createClient(config), context };
  }
  const name = options.cluster ?? clusterName(project);
  const { files, state, milliseconds } = await bringUp({ name, given: {}, isMerged: false }, environment);
  const config = await loadConfig({ kubeconfig: files.kubeconfig });
  const { kubeconfig, auditLog } = files;
  return {
    name: `the cluster ${name}`,
    config,
    client: createClient(config),
    context: contextOf(name),
    own: { name, kubeconfig, auditLog, state, milliseconds },
  };
}

/** Returns the name of a project's cluster, which can have at most 40 characters. */
export function clusterName(project: string): string {
  const words = project
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.join('-').slice(0, 40).replace(/-$/, '');
}
