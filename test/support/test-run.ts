import { parse } from 'yaml';

/** How many tests of a project ran, as vitest says at the end of its output. */
export interface TestRun {
  readonly passed: number;
  readonly skipped: number;
}

/** Reads the last lines of a run. All is zero where vitest has found no test. */
export function testRunOf(output: string): TestRun {
  // eslint-disable-next-line no-control-regex -- colors
  const plain = output.replaceAll(/\u001B\[\d+m/g, '');
  const counts = /^ +Tests +(.*)$/m.exec(plain)?.[1] ?? '';
  const count = (what: string): number => Number(new RegExp(String.raw`(\d+) ${what}`).exec(counts)?.[1] ?? 0);
  return { passed: count('passed'), skipped: count('skipped') };
}

/** Reports whether a scaffolded project has tests: with each controller and each webhook there is a file of them. */
export function hasTests(project: string): boolean {
  const { resources = [] } = parse(project) as { readonly resources?: readonly object[] };
  return resources.some((each) => 'controller' in each || 'controllers' in each || 'webhooks' in each);
}

/** What is wrong with a run of the tests of a project, given its PROJECT file; undefined where nothing is. */
export function problemOfTestRun(project: string, exitCode: number | undefined, output: string): string | undefined {
  const { passed } = testRunOf(output);
  if (!hasTests(project)) {
    return output.includes('No test files found') ? undefined : 'ran tests of a project that should have none';
  }
  if (exitCode !== 0) return `exits with ${exitCode}`;
  return passed > 0 ? undefined : 'no test has passed';
}
