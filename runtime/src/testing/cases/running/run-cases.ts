import type { TestCase } from '../model.js';
import type { CaseResult } from './result.js';
import { runSteps, type CaseEnvironment } from './run-case.js';

/** Options of running cases. */
export interface RunCasesOptions extends CaseEnvironment {
  /** Maximum number of cases at a time. */
  readonly parallel: number;
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/** Namespaces that are being deleted, for each case that runs. With more of them, each takes longer. */
const deletionsPerCase = 2;

/**
 * Runs cases in parallel, and returns their results in the order of the cases. A namespace takes seconds to be deleted:
 * another case runs meanwhile.
 */
export async function runCases(cases: readonly TestCase[], options: RunCasesOptions): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const cleaning = new Set<Promise<void>>();
  const waiting = [...cases.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (options.signal.aborted) return;
      const [index, testCase] = next;
      const { cleanUp } = await runSteps(testCase, options);
      const cleaned = cleanUp().then((result) => {
        results[index] = result;
        options.onResult?.(result);
        cleaning.delete(cleaned);
      });
      cleaning.add(cleaned);
      while (cleaning.size >= deletionsPerCase * options.parallel) await Promise.race(cleaning);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.parallel, cases.length) }, worker));
  await Promise.all(cleaning);
  return results.filter(() => true);
}
