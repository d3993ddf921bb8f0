import type { ClusterConfig } from '../../../transport/cluster-config.js';
import { connect } from '../cluster/case-cluster.js';
import { caseFiles } from '../files/case-files.js';
import type { CaseCommand } from '../model.js';
import { runCommands } from './commands.js';
import type { StepContext } from './context.js';
import { installManifests } from './install-manifests.js';
import { OutputLines } from './output-lines.js';
import type { CaseResult } from './result.js';
import { runCases } from './run-cases.js';
import type { TestCase } from '../test-case.js';

/** Seconds that a step has by default. */
export const usualTimeout = 30;
/** Cases that run at a time by default. */
export const usualParallel = 8;

/** Options of running a suite of test cases. */
export interface SuiteOptions {
  readonly config: ClusterConfig;
  /** Absolute path of a kubeconfig for commands, with the cluster as its current context. */
  readonly kubeconfig: string;
  /** Absolute path of the folder that all files have to be in. */
  readonly root: string;
  /** Absolute path of the working directory of the commands of the suite; defaults to `root`. */
  readonly cwd?: string | undefined;
  /** Folder with CustomResourceDefinitions to install. */
  readonly crdDir?: string | undefined;
  /** Folders with other objects to apply. */
  readonly manifestDirs?: readonly string[] | undefined;
  /** Commands to run before the cases. */
  readonly commands?: readonly CaseCommand[] | undefined;
  /** Seconds that each step has; defaults to 30. */
  readonly timeout?: number | undefined;
  /** Maximum number of cases at a time; defaults to 8. */
  readonly parallel?: number | undefined;
  /** Namespace of all cases; unset for one for each case, which is deleted at its end. */
  readonly namespace?: string | undefined;
  /** Whether what the cases create remains. */
  readonly skipDelete?: boolean | undefined;
  /** Aborting it ends commands and waits; the cases then delete what they have created. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/**
 * Installs the objects of a suite, runs its commands, and then its cases in parallel.
 * @returns the results in the order of the cases
 * @throws CaseError or Error if something before the cases fails
 */
export async function runSuite(cases: readonly TestCase[], options: SuiteOptions): Promise<readonly CaseResult[]> {
  const { timeout = usualTimeout, parallel = usualParallel, namespace, skipDelete = false } = options;
  const { root, cwd = root, kubeconfig, onResult, signal = new AbortController().signal } = options;
  const cluster = connect(options.config);
  const shared = { cluster, kubeconfig, cwd, timeout, signal };
  const undo: (() => Promise<void>)[] = [];
  try {
    const setUp: StepContext = {
      ...shared,
      namespace: 'default',
      folder: cwd,
      skipDelete: true,
      output: new OutputLines(),
      atEnd: (each) => void undo.push(each),
    };
    await prepare(options, setUp);
    return await runCases(cases, { ...shared, parallel, namespace, skipDelete, onResult });
  } finally {
    for (const each of undo) await each();
    cluster.close();
  }
}

/** @throws CaseError or Error if something fails */
async function prepare(
  { root, crdDir, manifestDirs = [], commands = [], timeout = 0 }: SuiteOptions,
  context: StepContext,
): Promise<void> {
  const files = caseFiles(root);
  if (crdDir) await installManifests(crdDir, files, context, true);
  for (const each of manifestDirs) await installManifests(each, files, context, false);
  const failure = await runCommands(commands, timeout, context);
  if (failure !== undefined) throw new Error([failure.message, ...failure.details].join('\n'));
}
