import type { CaseResult } from './result.js';
import type { CaseEnvironment } from './context.js';
import { runSteps } from './run-case.js';
import type { TestCase } from '../test-case.js';

/** Options of running cases. */
export interface RunCasesOptions extends CaseEnvironment {
  /** Maximum number of cases at a time. */
  readonly parallel: number;
  /** Called after each case. */
  readonly onResult?: ((result: CaseResult) => void) | undefined;
}

/** Namespaces that are being deleted, for each case that runs. With more of them, each takes longer. */
const deletionsPerCase = 2;

/** Case, and its index in the list of all cases. */
type Entry = readonly [index: number, testCase: TestCase];

/**
 * Runs cases in parallel, except those that must not run at the same time as others. Returns their results in the order of
 * the cases.
 */
export async function runCases(cases: readonly TestCase[], options: RunCasesOptions): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const isAlone = ([, { chainsaw }]: Entry): boolean => chainsaw?.isConcurrent === false;
  const entries = [...cases.entries()];
  for (const each of entries.filter(isAlone)) await runTogether([each], results, options);
  await runTogether(
    entries.filter((each) => !isAlone(each)),
    results,
    options,
  );
  return results.filter(() => true);
}

/** Runs cases in parallel. A namespace takes seconds to be deleted: another case runs meanwhile. */
async function runTogether(entries: readonly Entry[], results: CaseResult[], options: RunCasesOptions): Promise<void> {
  const cleaning = new Set<Promise<void>>();
  const waiting = [...entries];
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
  await Promise.all(Array.from({ length: Math.min(options.parallel, entries.length) }, worker));
  await Promise.all(cleaning);
}
