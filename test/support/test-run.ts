import { parse } from 'yaml';

/** The number of tests of a project that ran, as vitest prints it at the end of its output. */
export interface TestRun {
  readonly passed: number;
  readonly skipped: number;
}

/** Reads the last lines of a run. All numbers are zero if vitest found no tests. */
export function testRunOf(output: string): TestRun {
  // eslint-disable-next-line no-control-regex -- colors
  const plain = output.replaceAll(/\u001B\[\d+m/g, '');
  const counts = /^ +Tests +(.*)$/m.exec(plain)?.[1] ?? '';
  const count = (what: string): number => Number(new RegExp(String.raw`(\d+) ${what}`).exec(counts)?.[1] ?? 0);
  return { passed: count('passed'), skipped: count('skipped') };
}

/** Reports whether a scaffolded project has tests: each controller and each webhook has a file with tests. */
export function hasTests(project: string): boolean {
  const { resources = [] } = parse(project) as { readonly resources?: readonly object[] };
  return resources.some((each) => 'controller' in each || 'controllers' in each || 'webhooks' in each);
}

/** Returns the problem of a run of a project's tests, given its PROJECT file; undefined if there is none. */
export function problemOfTestRun(project: string, exitCode: number | undefined, output: string): string | undefined {
  const { passed } = testRunOf(output);
  if (!hasTests(project)) {
    return output.includes('No test files found') ? undefined : 'ran tests of a project that should have none';
  }
  if (exitCode !== 0) return `exits with ${exitCode}`;
  return passed > 0 ? undefined : 'no test has passed';
}
