import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { bundleRules } from '../../src/olm/bundle-rules.js';
import { csvRules } from '../../src/olm/csv-rules.js';
import { judge, optionalSuites } from '../../src/olm/suites.js';
import { bundleCaseList, validBundle, type BundleCase } from '../support/bundle-cases.js';
import { readFiles } from '../support/bundle-problems.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { judgeForTests, verdictsOf, type Verdict } from './olm-judge/judge.js';

const program = await judgeForTests();

const suites = { csv: csvRules, bundle: bundleRules, ...optionalSuites };

/** Problems of the format, which the judge does not know, or that it has elsewhere: before it reads any rule. */
const ofFormat = new Set(['bundle-folder-missing', 'missing-bundle-annotations', 'unsupported-file']);

const valid: BundleCase = { name: 'no mistake', files: validBundle, code: 'missing-icon', severity: 'error' };
const cases = [valid, ...bundleCaseList];

/** Numbers of different errors and warnings. */
interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

function countsOf(found: readonly Diagnostic[]): Counts {
  const count = (severity: string) => found.filter((each) => each.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

const different = (texts: readonly string[]): number => new Set(texts).size;

describe.skipIf(program === undefined)('the validators of operator-framework agree about a bundle', () => {
  const verdicts = new Map<string, Verdict>();

  beforeAll(async () => {
    const { path, remove } = makeTemporaryFolder();
    const folders = cases.map(({ files }, index) => {
      const folder = join(path, `${index}`);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      return folder;
    });
    const found = await verdictsOf(program!, folders);
    for (const [index, folder] of folders.entries()) verdicts.set(cases[index]!.name, found[folder]!);
    remove();
  });

  it.each(cases)('with $name', ({ name, files, differs }) => {
    const { problem, suites: theirs = {} } = verdicts.get(name)!;
    const { bundle, diagnostics } = readFiles(files);
    const unread = diagnostics.filter(({ code }) => !ofFormat.has(code));
    if (problem !== undefined || bundle === undefined) {
      // What cannot be read is an error here and there; a bundle without a part of its format is one only here.
      expect({ name, unread: diagnostics.length > 0 }).toEqual({ name, unread: true });
      expect(problem !== undefined || unread.length === 0).toBe(true);
      return;
    }
    expect(unread).toEqual([]);
    const ours = Object.entries(suites).map(([suite, rules]) => [suite, countsOf(judge(bundle, [rules]))]);
    const expected = Object.keys(suites).map((suite) => [
      suite,
      { errors: different(theirs[suite]!.errors), warnings: different(theirs[suite]!.warnings) },
    ]);
    if (differs === undefined) expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(expected));
    else expect(differs).not.toBe('');
  });
});
