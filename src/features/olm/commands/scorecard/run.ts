import { counted } from '../../../../base/diagnostics/counted.js';
import { jsonDiagnostic } from '../../../../base/diagnostics/print-json.js';
import { hasPassed, scorecard as runTests, type TestResult } from '../../rules/scorecard.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import { projectBundle, validated } from '../bundle-validate/validated.js';
import type { ScorecardOptions } from './flags.js';

/** Runs the built-in tests of operator-sdk on a bundle. */
export async function scorecard(options: ScorecardOptions, environment: Environment): Promise<Outcome> {
  const { folder = projectBundle(environment) } = options;
  const { root, bundle, problems, texts } = await validated(folder, [], environment);
  const results = runTests(bundle, problems);
  const passed = results.filter(hasPassed).length;
  return {
    root,
    plan: { files: [] },
    diagnostics: results.flatMap((each) => each.problems),
    summary: `${passed} of ${counted(results.length, 'test')} passed.`,
    next: [],
    result: { text: results.map(lineOf).join(''), json: { results: results.map(dataOf) }, holdsAfterErrors: true },
    texts,
  };
}

function lineOf(result: TestResult): string {
  return `${hasPassed(result) ? 'pass' : 'fail'}  ${result.test}\n`;
}

function dataOf(result: TestResult): object {
  return {
    test: result.test,
    state: hasPassed(result) ? 'pass' : 'fail',
    problems: result.problems.map(jsonDiagnostic),
  };
}
