import { describe, expect, it } from 'vitest';
import { hasTests, problemOfTestRun, testRunOf } from './test-run.js';

const summary = (tests: string): string =>
  `\u001B[2m Test Files \u001B[22m \u001B[1m\u001B[32m24 passed\u001B[39m (24)\n\u001B[2m      Tests \u001B[22m ${tests}\n`;
const withController = 'resources:\n- kind: Foo\n  controller: true\n';
const withoutController = 'resources:\n- kind: Foo\n  api: {}\n';

describe('a run of vitest', () => {
  it.each([
    ['\u001B[32m60 passed\u001B[39m (60)', { passed: 60, skipped: 0 }],
    ['3 passed | 2 skipped (5)', { passed: 3, skipped: 2 }],
    ['2 skipped (2)', { passed: 0, skipped: 2 }],
  ])('%j', (tests, expected) => {
    expect(testRunOf(summary(tests))).toEqual(expected);
  });

  it('has no tests where none is found', () => {
    expect(testRunOf('No test files found, exiting with code 0')).toEqual({ passed: 0, skipped: 0 });
  });
});

describe('the tests of a project', () => {
  it.each([
    [withController, true],
    ['resources:\n- kind: Foo\n  controllers:\n  - name: a\n', true],
    ['resources:\n- kind: Foo\n  webhooks: {}\n', true],
    [withoutController, false],
    ['version: "3"\n', false],
  ])('%j', (project, expected) => {
    expect(hasTests(project)).toBe(expected);
  });

  it.each([
    [withController, 0, summary('4 passed (4)'), undefined],
    [withController, 0, 'No test files found, exiting with code 0', 'no test has passed'],
    [withController, 0, summary('4 skipped (4)'), 'no test has passed'],
    [withController, 1, summary('1 failed | 3 passed (4)'), 'exits with 1'],
    [withoutController, 1, 'No test files found, exiting with code 1', undefined],
    [withoutController, 0, summary('4 passed (4)'), 'ran tests of a project that should have none'],
  ])('are judged: %j, %j, %j', (project, exitCode, output, expected) => {
    expect(problemOfTestRun(project, exitCode, output)).toBe(expected);
  });
});
