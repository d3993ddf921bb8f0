import type { Values } from '../../chainsaw/expressions/evaluate.js';
import type { ChainsawStep, ChainsawTest, Operation } from '../../chainsaw/model.js';
import { timeoutOf, usualTimeouts } from '../../chainsaw/timeouts.js';
import type { TestCase } from '../../test-case.js';
import type { CaseEnvironment, StepContext } from '../context.js';
import { createNamespace, deleteNamespace, generateNamespace } from '../namespaces.js';
import { OutputLines } from '../output-lines.js';
import type { Failure, StepResult } from '../result.js';
import { failureOf, timed } from '../timed.js';
import { cleanUpObject, type Doomed } from './delete.js';
import { withBindings, type OperationContext, type Outcome } from './operation-context.js';
import { runOperation } from './run-operation.js';
import { resourceInfo } from '../../../../api/resource.js';

/** Work after a test, whose failures are those of the test. */
interface Cleanup {
  readonly name: string;
  readonly work: () => Promise<readonly Failure[]>;
}

/** Run of a test in the format of chainsaw. */
export class ChainsawRun {
  readonly namespace: string;
  readonly output = new OutputLines();
  readonly #test: ChainsawTest;
  readonly #environment: CaseEnvironment;
  readonly #context: StepContext;
  readonly #cleanups: Cleanup[] = [];
  #hasFailed = false;

  constructor({ name, folder }: TestCase, test: ChainsawTest, environment: CaseEnvironment) {
    this.#test = test;
    this.#environment = environment;
    this.namespace = test.namespace ?? environment.namespace ?? generateNamespace(name, 'chainsaw');
    const { cluster, kubeconfig, cwd, timeout, skipDelete, signal } = environment;
    this.#context = {
      ...{ cluster, kubeconfig, cwd, timeout, skipDelete, signal, folder },
      namespace: this.namespace,
      output: this.output,
      atEnd: (undo) =>
        void this.#cleanups.push({
          name: 'test',
          work: async () => {
            await undo();
            return [];
          },
        }),
    };
  }

  /** Runs the steps up to the first one that fails. */
  async steps(): Promise<readonly StepResult[]> {
    const results: StepResult[] = [];
    let values: Values = {};
    const setup = await timed('setup', async () => {
      await this.#createNamespace();
      values = withBindings(this.#test.bindings, { namespace: this.namespace });
    });
    if (setup.failures.length > 0) return [setup];
    for (const step of this.#test.steps) {
      const { result, isLast } = await this.#run(step, values);
      results.push(result);
      if (isLast) break;
    }
    return results;
  }

  /** Deletes what the test has created, the last step first, and runs the operations of `cleanup`. @returns what failed */
  async cleanUp(): Promise<readonly StepResult[]> {
    const results: StepResult[] = [];
    for (const { name, work } of this.#cleanups.toReversed()) {
      let failures: readonly Failure[] = [];
      const result = await timed(`cleanup (${name})`, async () => {
        failures = await work();
      });
      const all = [...result.failures, ...failures];
      if (all.length > 0) results.push({ ...result, failures: all });
    }
    return results;
  }

  async #createNamespace(): Promise<void> {
    const { cluster, skipDelete } = this.#environment;
    const isNew = await createNamespace(cluster, this.namespace);
    if (!isNew || skipDelete || this.#test.skipDelete) return;
    const seconds = this.#test.cleanupSeconds ?? usualTimeouts.cleanup;
    this.#context.atEnd(() => deleteNamespace(cluster, this.namespace, seconds));
  }

  async #run(step: ChainsawStep, ofTest: Values): Promise<{ readonly result: StepResult; readonly isLast: boolean }> {
    const run = new StepRun(step, this.#context);
    const failures: Failure[] = [];
    let isLast = false;
    const add = (failure: Failure | undefined): void => {
      if (failure === undefined) return;
      failures.push(failure);
      this.#hasFailed = true;
    };
    const result = await timed(step.name, async () => {
      try {
        run.values = withBindings(step.bindings, ofTest);
      } catch (error) {
        isLast = true;
        return add(failureOf(error));
      }
      this.#cleanups.push({ name: step.name, work: () => run.cleanUp() });
      isLast = !(await run.operations(add));
      if (this.#hasFailed) for (const each of step.onFailure) add(await run.collect(each, 'catch'));
      for (const each of step.atEnd) add(await run.collect(each, 'finally'));
    });
    const checked = step.operations.filter(({ type }) => type === 'assert' || type === 'error');
    const assertions = checked.reduce((sum, each) => sum + ('objects' in each ? each.objects.length : 0), 0);
    return { result: { ...result, assertions, failures: [...failures, ...result.failures] }, isLast };
  }
}

/** Run of a step. */
class StepRun {
  /** Values of the bindings, and of the outputs of the operations that have run. */
  values: Values = {};
  readonly #step: ChainsawStep;
  readonly #context: StepContext;
  readonly #created: Doomed[] = [];

  constructor(step: ChainsawStep, context: StepContext) {
    this.#step = step;
    this.#context = context;
  }

  /** Runs the operations. @returns whether the steps after it run */
  async operations(onFailure: (failure: Failure) => void): Promise<boolean> {
    for (const each of this.#step.operations) {
      const { failure, outputs } = await this.#run(each);
      this.values = { ...this.values, ...outputs };
      if (failure === undefined) continue;
      onFailure(failure);
      if (!each.continueOnError) return false;
    }
    return true;
  }

  /** Runs an operation of `catch`, `finally` or `cleanup`. */
  async collect(operation: Operation, where: string): Promise<Failure | undefined> {
    this.#context.output.add(`--- ${where}: ${operation.type}`);
    const { failure } = await this.#run(operation);
    return failure && { ...failure, message: `${where}: ${failure.message}` };
  }

  /** Deletes what the step has created, the last object first, and runs the operations of `cleanup`. */
  async cleanUp(): Promise<readonly Failure[]> {
    const { cleanup, cleanupSeconds = usualTimeouts.cleanup, propagation } = this.#step;
    const failures: Failure[] = [];
    const add = (failure: Failure | undefined): void => void (failure && failures.push(failure));
    for (const each of this.#created.toReversed())
      add(await cleanUpObject(each, propagation, cleanupSeconds, this.#context.cluster));
    for (const each of cleanup) add(await this.collect(each, 'cleanup'));
    return failures;
  }

  #run(operation: Operation): Promise<Outcome> {
    const limit = timeoutOf[operation.type];
    const usual = limit === 'assert' || limit === 'error' ? this.#context.timeout : usualTimeouts[limit];
    const isKept = this.#step.skipDelete || this.#context.skipDelete;
    const context: OperationContext = {
      ...this.#context,
      values: this.values,
      seconds: operation.seconds ?? usual,
      onCreated: (kind, key) => {
        if (!isKept) this.#created.push({ kind, key, kindName: resourceInfo(kind.handle).kind });
      },
    };
    return runOperation(operation, context);
  }
}
