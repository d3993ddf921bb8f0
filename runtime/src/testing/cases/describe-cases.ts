import { resolve } from 'node:path';
import type { TestCluster } from '../environment/cluster.js';
import type { ChainsawStep } from './chainsaw/model.js';
import { usualTimeouts } from './chainsaw/timeouts.js';
import { connect, type CaseCluster } from './cluster/case-cluster.js';
import { readCases, type ReadCasesOptions } from './read-cases.js';
import { failureLines } from './reports/failure-lines.js';
import { runCase } from './running/run-case.js';
import { usualTimeout } from './running/run-suite.js';
import type { TestCase } from './test-case.js';

/** Function such as `it` or `it.concurrent` of vitest. The last argument is the time limit in milliseconds. */
export interface DefineTest {
  (name: string, body: () => Promise<void>, timeoutMs: number): void;
  /** Defines a test that is skipped. */
  readonly skip?: ((name: string, body: () => Promise<void>, timeoutMs: number) => void) | undefined;
}

/** Options of `describeCases`. */
export interface DescribeCasesOptions extends Omit<ReadCasesOptions, 'root'> {
  /** Absolute path of the folder that all files have to be in; defaults to the working directory. */
  readonly root?: string | undefined;
  /** Defines a test: `it.concurrent` of vitest to run the cases in parallel. */
  readonly it: DefineTest;
  /** Returns the cluster when the first case runs: an environment of `startTestEnvironment`. */
  readonly environment: () => Pick<TestCluster, 'config' | 'kubeconfigPath'>;
  /** Seconds that each step has; defaults to 30. */
  readonly timeout?: number | undefined;
  /** Whether what the cases create remains. */
  readonly skipDelete?: boolean | undefined;
}

/**
 * Defines a test for each case in a folder, in the format of kuttl or of chainsaw: `describeCases('test/cases',
 * { it: it.concurrent, environment: () => environment })`. Each case runs in a namespace of its own.
 * See https://kuttl.dev/docs/kuttl-test-harness.html and https://kyverno.github.io/chainsaw/
 *
 * @param folder path of the folder, relative to the working directory
 * @throws CaseError if the folder does not exist, or has no case
 */
export function describeCases(folder: string, options: DescribeCasesOptions): void {
  const { root = process.cwd(), it, environment, timeout = usualTimeout, skipDelete = false, ...reading } = options;
  const cases = readCases(resolve(folder), { ...reading, root });
  if (cases.length === 0) throw new Error(`${folder} has no test cases: create a folder in it for each case`);
  let cluster: CaseCluster | undefined;
  for (const each of cases) {
    const body = async (): Promise<void> => {
      const { config, kubeconfigPath: kubeconfig } = environment();
      cluster ??= connect(config);
      const { signal } = new AbortController();
      const run = { cluster, kubeconfig, cwd: process.cwd(), timeout, skipDelete, signal };
      const result = await runCase(each, run);
      if (!result.passed) throw new Error(failureLines(result).join('\n'));
    };
    const define = each.problem === undefined && each.chainsaw?.isSkipped === true ? (it.skip ?? it) : it;
    define(each.name, body, limitOf(each, timeout) * 1000);
  }
}

/** Returns the seconds after which a case is certainly at its end: deletion, commands and checks, for each step. */
function limitOf({ steps, chainsaw }: TestCase, timeout: number): number {
  const ofSteps = steps.map((each) => 2 * (each.timeout ?? timeout) + timeout * (1 + each.commands.length));
  return [...ofSteps, ...(chainsaw?.steps ?? []).map((each) => limitOfStep(each, timeout))].reduce(
    (sum, each) => sum + each,
    3 * timeout,
  );
}

/** Each object of an operation has its time limit, and is deleted at the end. */
function limitOfStep(
  { operations, onFailure, atEnd, cleanup, cleanupSeconds = usualTimeouts.cleanup }: ChainsawStep,
  timeout: number,
): number {
  return [...operations, ...onFailure, ...atEnd, ...cleanup].reduce((sum, each) => {
    if (each.type === 'sleep') return sum + each.duration;
    const count = 'objects' in each ? each.objects.length : 2;
    return sum + count * ((each.seconds ?? timeout) + cleanupSeconds);
  }, 0);
}
