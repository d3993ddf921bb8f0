import { describe, expect, it } from 'vitest';
import { olmDiagnostics } from '../../../src/features/olm/diagnostics.js';
import { hasErrors } from '../../../src/base/diagnostics/has-errors.js';
import { optionalSuiteNames as all } from '../../../src/features/olm/rules/suite-names.js';
import { bundleCaseList, validBundle } from '../../support/bundle-cases.js';
import { printedProblem, problemsOf } from '../../support/bundle-problems.js';
import { diagnosticPages } from '../../support/pages.js';

const codes = [...new Set(bundleCaseList.map(({ code }) => code))];

/** Codes that have tests of their own, in `scorecard.test.ts`, `compose.test.ts` and of the commands. */
const reportedElsewhere = [
  ...['bundle-not-found', 'scorecard-test-failed', 'sample-without-part'],
  ...['bundle-incomplete', 'bundle-without-deployment', 'bundle-without-package', 'image-without-digest'],
  ...['unreadable-csv-base', 'placeholder-image', 'unsupported-in-bundle', 'webhook-without-deployment'],
];

describe('a bundle', () => {
  it('without mistakes has no problems', () => {
    expect(problemsOf(validBundle, all)).toEqual([]);
  });

  it('has at least sixty cases, with all codes of the rules', () => {
    expect(bundleCaseList.length).toBeGreaterThan(60);
    expect(codes.toSorted()).toEqual(
      Object.keys(olmDiagnostics)
        .filter((code) => !reportedElsewhere.includes(code))
        .toSorted(),
    );
  });

  it.each(bundleCaseList)('with $name: $code', ({ files, suite, code, severity, at, times = 1 }) => {
    const found = problemsOf(files, suite === undefined ? [] : [suite]).filter((each) => each.code === code);
    expect(found.map((each) => each.severity)).toEqual(Array.from({ length: times }, () => severity));
    if (at === undefined) {
      expect(found[0]?.position).toBeUndefined();
      return;
    }
    const [file, text] = at;
    const before = files[file]!.slice(0, files[file]!.indexOf(text)).split('\n');
    expect(found[0]?.position).toMatchObject({
      file: `bundle/${file}`,
      line: before.length,
      column: before.at(-1)!.length + 1,
    });
  });

  it('with an error in a suite that is not selected has no errors', () => {
    const { files } = bundleCaseList.find((each) => each.code === 'unknown-capability-level')!;
    expect(hasErrors(problemsOf(files, []))).toBe(false);
  });
});

describe('the page of', () => {
  // Their sizes depend on the version of zlib.
  const compressed = ['bundle-too-large', 'large-bundle'];

  it.each(codes.filter((code) => !compressed.includes(code)))('%s shows what is printed', (code) => {
    const { files, suite } = bundleCaseList.find((each) => each.code === code)!;
    const page = diagnosticPages().find((each) => each.code === code)!;
    const command = `$ operator-gen bundle validate${suite === undefined ? '' : ` --select ${suite}`}`;
    expect(page.block('sh wrong')).toBe(`${command}\n${printedProblem(files, suite, code)}\n`);
  });
});
