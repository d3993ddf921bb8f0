import type { CaseResult, Failure } from '../running/result.js';

/** Whether a report has an entry for each step, or for each case. */
export type Granularity = 'step' | 'test';

/** Results of a folder with test cases. */
export interface SuiteResult {
  /** Folder as the user has named it. */
  readonly name: string;
  readonly results: readonly CaseResult[];
  readonly seconds: number;
}

/** Entry of a report: a case, or one of its steps. */
export interface ReportedCase {
  readonly classname: string;
  readonly name: string;
  readonly seconds: number;
  readonly assertions: number;
  readonly failure?: { readonly message: string; readonly text: string } | undefined;
  /** Whether the case says that it does not run. */
  readonly skipped?: boolean | undefined;
}

/** Returns the entries of a report. */
export function reportedCases(suite: SuiteResult, granularity: Granularity): readonly ReportedCase[] {
  return suite.results.flatMap((result) => {
    const { name, problem, steps, seconds } = result;
    const invalid = problem && { message: problem.message, text: problem.help };
    const failures = steps.flatMap((step) => step.failures.map((failure) => ({ step: step.name, failure })));
    const whole = (): ReportedCase => ({
      classname: suite.name,
      name,
      seconds,
      assertions: steps.reduce((sum, each) => sum + each.assertions, 0),
      failure: invalid ?? failureOf(failures.map(({ failure }) => failure)),
      ...(result.skipped === true && { skipped: true }),
    });
    if (granularity === 'test' || problem !== undefined || steps.length === 0) return [whole()];
    return steps.map((step) => ({
      classname: name,
      name: step.name,
      seconds: step.seconds,
      assertions: step.assertions,
      failure: failureOf(step.failures),
    }));
  });
}

function failureOf(failures: readonly Failure[]): ReportedCase['failure'] {
  const [first] = failures;
  if (first === undefined) return undefined;
  const lines = failures.flatMap(({ message, details }) => [message, ...details.map((each) => `  ${each}`)]);
  return { message: first.message, text: lines.join('\n') };
}
