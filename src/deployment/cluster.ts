import { run, RunError, type RunOptions } from './run.js';

/** Runs kubectl, and returns what it prints. */
export type Kubectl = (args: readonly string[], options?: RunOptions) => Promise<string>;

/** Runs kubectl for commands that need no cluster. */
export const localKubectl: Kubectl = (args, options) => run('kubectl', args, options);

/** The cluster that the commands use. */
export interface Cluster {
  /** Runs kubectl in the chosen context, with the time limit of a step. */
  readonly kubectl: Kubectl;
  /** The time limit of each step, in seconds. */
  readonly timeout: number;
  /** Whether the objects of CRDs may be deleted. */
  readonly force: boolean;
  /** The command in progress: `deploy`, ... */
  readonly verb: string;
}

/** Returns the error of a command that stops before it changes anything. */
export function refusal(...lines: readonly string[]): RunError {
  return new RunError(lines.join('\n'), 1);
}

/**
 * Selects the context, and prints its cluster before anything is changed there. Every call of kubectl names this
 * context, so that all calls reach the same cluster even if the current context changes.
 *
 * @param context the name of the context; empty for the current one
 */
export async function chooseContext(context: string, timeoutMs: number): Promise<readonly string[]> {
  const chosen = context || (await currentContext());
  if (chosen === undefined) {
    console.log('Cluster: the cluster of this Pod');
    return [];
  }
  const flag = `--context=${chosen}`;
  const asked = ['config', 'view', '--minify', '--output=jsonpath={.clusters[0].cluster.server}'];
  const server = await run('kubectl', [flag, ...asked], { timeoutMs });
  console.log(`Cluster: ${server.trim()} (context ${chosen})`);
  return [flag];
}

/** Returns the current context; undefined in a Pod, where kubectl uses the service account of the Pod. */
async function currentContext(): Promise<string | undefined> {
  try {
    return (await run('kubectl', ['config', 'current-context'])).trim();
  } catch (error) {
    if (!(error instanceof RunError) || error.exitCode === 127 || error.ended) throw error;
    if (process.env['KUBERNETES_SERVICE_HOST'] && !process.env['KUBECONFIG']) return undefined;
    throw refusal(
      'kubectl has no current context: set KUBE_CONTEXT or --context (kubectl config get-contexts lists them)',
    );
  }
}
