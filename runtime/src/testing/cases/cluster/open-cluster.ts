import { join, resolve } from 'node:path';
import type { ClusterConfig } from '../../../transport/cluster-config.js';
import { kubeconfigPaths, mergeKubeconfigs } from '../../../configuration/kubeconfig-file.js';
import { loadConfig, type LoadConfigOptions } from '../../../configuration/load-config.js';
import { startTestEnvironment } from '../../environment/environment.js';
import { createSandbox } from '../../environment/sandbox.js';
import type { CaseResult } from '../running/result.js';
import { startOperatorUnderRole, type InstallOperator } from './operator-under-role.js';
import { writeCommandKubeconfig } from './command-kubeconfig.js';

/** Cluster for a suite of test cases. */
export interface SuiteCluster {
  readonly config: ClusterConfig;
  /** Absolute path of a kubeconfig for commands, with nothing but this cluster. */
  readonly kubeconfig: string;
  /** Adds what only this cluster knows to the results of cases, such as requests that an operator was not allowed to make. */
  readonly complete: (results: readonly CaseResult[]) => Promise<readonly CaseResult[]>;
  /** Removes the kubeconfig, and stops the cluster if it was started. */
  readonly close: () => Promise<void>;
}

/** Returns the name of the current context; undefined if there is none. @throws ConfigError if a kubeconfig is not valid */
export async function currentContext(kubeconfig?: string): Promise<string | undefined> {
  return (await mergeKubeconfigs(kubeconfig === undefined ? kubeconfigPaths() : [resolve(kubeconfig)])).currentContext;
}

/** Opens the cluster of a context. @throws ConfigError if the context does not exist, or is not valid */
export async function openSuiteCluster(options: LoadConfigOptions): Promise<SuiteCluster> {
  const config = await loadConfig(options);
  const sandbox = createSandbox('test-cases-');
  try {
    const kubeconfig = join(sandbox.directory, 'kubeconfig');
    await writeCommandKubeconfig(kubeconfig, options);
    return { config, kubeconfig, complete: async (results) => results, close: () => sandbox.stop() };
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

/**
 * Starts a control plane with controllers and a simulated node, and an operator as a process that has the permissions of
 * its service account.
 * @param crds files and folders with CustomResourceDefinitions to install
 * @param install installs the operator
 * @throws Error as `startTestEnvironment`, or if the operator cannot be started
 */
export async function startSuiteCluster(crds: readonly string[], install?: InstallOperator): Promise<SuiteCluster> {
  const environment = await startTestEnvironment({ controllers: true, crds, useExistingCluster: false });
  const { config, kubeconfigPath: kubeconfig } = environment;
  try {
    const running = install && (await startOperatorUnderRole(environment, install));
    return {
      config,
      kubeconfig,
      complete: running?.withDenials ?? (async (results) => results),
      close: async () => {
        await running?.stop();
        await environment.stop();
      },
    };
  } catch (error) {
    await environment.stop();
    throw error;
  }
}
