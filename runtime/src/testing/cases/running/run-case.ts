import { loadConfig } from '../../../configuration/load-config.js';
import { connect, type CaseCluster } from '../cluster/case-cluster.js';
import type { OtherCluster } from '../model.js';
import { ChainsawRun } from './chainsaw/run-test.js';
import type { CaseEnvironment, StepContext } from './context.js';
import { createNamespace, deleteNamespace, generateNamespace } from './namespaces.js';
import { OutputLines } from './output-lines.js';
import type { CaseResult, StepResult } from './result.js';
import { runStep } from './run-step.js';
import { failureOf, timed } from './timed.js';
import type { TestCase } from '../test-case.js';

/** Seconds that the deletion of a namespace has at least. The controller begins it after five. */
const leastDeletion = 30;

/** Runs a test case in a namespace of its own. Never throws. */
export async function runCase(testCase: TestCase, environment: CaseEnvironment): Promise<CaseResult> {
  return (await runSteps(testCase, environment)).cleanUp();
}

/** Case whose steps have run. */
export interface FinishedSteps {
  /** Deletes what the case has created, and waits until it is gone. Never throws. */
  readonly cleanUp: () => Promise<CaseResult>;
}

/** Runs the steps of a test case. Never throws. */
export async function runSteps(testCase: TestCase, environment: CaseEnvironment): Promise<FinishedSteps> {
  const { name, folder, problem, warnings } = testCase;
  const start = performance.now();
  const outcome = { name, folder, warnings, problem, output: [] };
  const { chainsaw } = testCase;
  const skipped = problem === undefined && chainsaw?.isSkipped === true;
  if (problem !== undefined || skipped)
    return {
      cleanUp: async () => ({ ...outcome, passed: skipped, ...(skipped && { skipped }), steps: [], seconds: 0 }),
    };
  const run =
    chainsaw === undefined ? new CaseRun(testCase, environment) : new ChainsawRun(testCase, chainsaw, environment);
  const done = await run.steps();
  const seconds = (performance.now() - start) / 1000;
  return {
    cleanUp: async () => {
      const steps = [...done, ...(await run.cleanUp())];
      const passed = steps.every(({ failures }) => failures.length === 0);
      return { ...outcome, passed, steps, seconds, namespace: run.namespace, output: run.output.last };
    },
  };
}

class CaseRun {
  readonly namespace: string;
  readonly output = new OutputLines();
  readonly #case: TestCase;
  readonly #environment: CaseEnvironment;
  readonly #undo: (() => Promise<void>)[] = [];
  /** Clusters other than that of the suite, by their kubeconfigs. */
  readonly #others = new Map<string, CaseCluster>();

  constructor(testCase: TestCase, environment: CaseEnvironment) {
    this.#case = testCase;
    this.#environment = environment;
    this.namespace = environment.namespace ?? generateNamespace(testCase.name);
  }

  /** Runs the steps up to the first one that fails. */
  async steps(): Promise<readonly StepResult[]> {
    const results: StepResult[] = [];
    const setup = await timed('setup', () => this.#setUp());
    if (setup.failures.length > 0) return [setup];
    for (const step of this.#case.steps) {
      let context: StepContext | undefined;
      const loading = await timed(`${step.index}-${step.name}`, async () => {
        context = this.#contextFor(await this.#clusterFor(step.cluster), step.cluster);
      });
      const result =
        context === undefined
          ? loading
          : await runStep(step, context).catch((error: unknown) => failed(loading, error));
      results.push(result);
      if (result.failures.length > 0) break;
    }
    return results;
  }

  /** Deletes what the case has created. @returns what failed */
  async cleanUp(): Promise<readonly StepResult[]> {
    const cleanup = await timed('cleanup', async () => {
      const problems: unknown[] = [];
      for (const each of this.#undo.toReversed()) await each().catch((error: unknown) => problems.push(error));
      for (const each of this.#others.values()) each.close();
      if (problems.length > 0) throw problems[0];
    });
    return cleanup.failures.length > 0 ? [cleanup] : [];
  }

  async #setUp(): Promise<void> {
    await this.#createNamespace(this.#environment.cluster);
    for (const { cluster } of this.#case.steps) if (cluster?.isLazy === false) await this.#clusterFor(cluster);
  }

  async #clusterFor(other: OtherCluster | undefined): Promise<CaseCluster> {
    if (other === undefined) return this.#environment.cluster;
    const { kubeconfig, context } = other;
    const key = JSON.stringify([kubeconfig, context]);
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const cluster = connect(await loadConfig({ kubeconfig, context }));
    this.#others.set(key, cluster);
    await this.#createNamespace(cluster);
    return cluster;
  }

  async #createNamespace(cluster: CaseCluster): Promise<void> {
    const { namespace: given, skipDelete, timeout } = this.#environment;
    const isNew = await createNamespace(cluster, this.namespace);
    if (skipDelete || (!isNew && given !== undefined)) return;
    this.#undo.push(() => deleteNamespace(cluster, this.namespace, Math.max(timeout, leastDeletion)));
  }

  #contextFor(cluster: CaseCluster, other: OtherCluster | undefined): StepContext {
    const { kubeconfig, cwd, timeout, skipDelete, signal } = this.#environment;
    return {
      cluster,
      namespace: this.namespace,
      folder: this.#case.folder,
      kubeconfig: other?.kubeconfig ?? kubeconfig,
      cwd,
      timeout,
      skipDelete,
      output: this.output,
      signal,
      atEnd: (undo) => void this.#undo.push(undo),
    };
  }
}

function failed(result: StepResult, error: unknown): StepResult {
  return { ...result, failures: [failureOf(error)] };
}
