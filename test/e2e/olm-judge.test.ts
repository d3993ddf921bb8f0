import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitionProblems } from '../../src/features/olm/commands/bundle-validate/validated.js';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { crdKind, kindOf } from '../../src/features/olm/bundle.js';
import { bundleRules } from '../../src/features/olm/rules/bundle-rules.js';
import { csvRules } from '../../src/features/olm/rules/csv-rules.js';
import { csvTypes } from '../../src/features/olm/csv-types.js';
import { judge, optionalSuites } from '../../src/features/olm/rules/suites.js';
import { helperOf } from '../../src/base/helper/helper.js';
import { bundleCaseList, definitionCases, validBundle, type BundleCase } from '../support/bundle-cases.js';
import { readFiles } from '../support/bundle-problems.js';
import { csvValues } from '../support/csv-values.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { helperForTests } from '../support/upstream.js';
import { programForTests } from '../support/go-program.js';
import { csvTypesOf, olmJudge, undecodable, verdictsOf, type Verdict } from './olm-judge/judge.js';

const program = await programForTests(olmJudge);
const helper = await helperForTests();

const suites = { csv: csvRules, bundle: bundleRules, ...optionalSuites };

/** Problems of the format, which the judge does not know, or that it has elsewhere: before it reads any rule. */
const ofFormat = new Set(['bundle-folder-missing', 'missing-bundle-annotations', 'unsupported-file']);

const valid: BundleCase = { name: 'no mistake', files: validBundle, code: 'missing-icon', severity: 'error' };
const csv = 'manifests/queue-operator.clusterserviceversion.yaml';
const digest = '0123456789abcdef'.repeat(4);

/** Values whose form is checked, by a text of the valid bundle that they replace. */
const values: Readonly<Record<string, readonly string[]>> = {
  [`registry.example.com:5000/queue@sha256:${digest}`]: [
    ...[
      'a',
      'a:1',
      'A',
      'a/B',
      'A/b',
      'A.b/c',
      'localhost/a',
      'a:5000/b',
      'a:5000',
      'a:tag:b',
      'a__b',
      'a___b',
      'a..b',
    ],
    ...['a-b', 'a--b', '-a', 'a-', 'a/', '/a', 'a//b', '[::1]/a', '[::1]:5000/a', `a@sha256:${digest}`, 'a@sha256:0'],
    ...[
      `a:1@sha256:${digest}`,
      `a@sha256:${digest.toUpperCase()}`,
      `a@md5:${digest}`,
      digest,
      'a:',
      'a@',
      'a: b',
      'é/b',
    ],
    ...[`a:${'x'.repeat(128)}`, `a:${'x'.repeat(129)}`, 'a'.repeat(255), `docker.io/${'a'.repeat(300)}`, 'https://a/b'],
  ],
  'ann@example.com': [
    ...[
      'a@b',
      'a',
      '@b',
      'a@',
      'a@b@c',
      'a b@c',
      'Ann <a@b>',
      'Ann a@b',
      '<a@b>',
      '"Ann B" <a@b>',
      'A.B <a@b>',
      'a.@b',
    ],
    ...['.a@b', 'a..b@c', 'a@b.', 'a@[1.2.3.4]', '"a b"@c', 'a@b, c@d', 'Ann <a@b', 'é@b', 'a@é', '(x) a@b', 'a@b (x)'],
  ],
  'https://example.com/docs': [
    ...[
      'a',
      '/a',
      '//a/b',
      'a:b',
      'mailto:a@b',
      'http://',
      'http:///a',
      'http://a b',
      'http://a/b c',
      'http://a:x',
      '1:a',
    ],
    ...[
      'http://a:',
      'http://a:80',
      'http://[::1]/a',
      'http://[::1',
      'http://a/%zz',
      'http://a/?%zz',
      'http://a@b',
      ':a',
      'a/b',
    ],
    ...['http://a#b', '#a', '?a', 'http:a', 'a b:c', 'http://a%zz', 'http://a<b', '/%', '///a'],
  ],
  // One that is not read at all is one problem here, and two there.
  'minKubeVersion: 1.30.0': ['1.30.0-rc.1', 'v1.30.0', '1.30', '01.2.3', '1.2.3-0a', '1.2.3+a'].map(
    (each) => `minKubeVersion: '${each}'`,
  ),
  'version: 0.2.0': [
    'v1',
    '1.2',
    '01.2.3',
    '1.2.3.4',
    '1-a',
    '1.2.3-a.b+c',
    '',
    ' 1.2.3 ',
    '1.2.3-01',
    'vv1',
    '0',
    '0.0.0-a',
  ].map((each) => `version: '${each}'`),
  'name: queue-operator.v0.2.0': [
    'a',
    'a.v1.2',
    'a.v01.2.3',
    'a.v1.2.3-b.c',
    'a.v1.2.3.v4',
    'a.b',
    '1.2.3',
    'a-1.2.3',
    'a.',
    '-a',
  ].map((each) => `name: '${each}'`),
};

const valueCases = Object.entries(values).flatMap(([from, replaced]) =>
  replaced.map((to, index): BundleCase => {
    const text = /^\w+: /.test(from) ? to : JSON.stringify(to);
    if (validBundle[csv]!.split(from).length !== 2) throw new Error(`the text is not there once: ${from}`);
    const files = { ...validBundle, [csv]: validBundle[csv]!.replace(from, () => text) };
    return { ...valid, name: `${text.slice(0, 100)} (${index}) instead of ${from}`, files };
  }),
);
const cases = [valid, ...bundleCaseList, ...valueCases];
const all = [...cases, ...definitionCases];

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
    const folders = all.map(({ files }, index) => {
      const folder = join(path, `${index}`);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
      }
      return folder;
    });
    const found = await verdictsOf(program!, folders);
    for (const [index, folder] of folders.entries()) verdicts.set(all[index]!.name, found[folder]!);
    remove();
  });

  it('of each name', () => {
    expect(verdicts.size).toBe(all.length);
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
    else expect(Object.fromEntries(ours)).not.toEqual(Object.fromEntries(expected));
    // Definitions of v1beta1 are not validated here, except for the rule that they are removed.
    if (!Object.values(files).some((text) => text.includes('apiextensions.k8s.io/v1beta1'))) {
      expect(theirs['crd']).toEqual({ errors: [], warnings: [] });
    }
  });

  it.skipIf(helper === undefined).each([valid, ...definitionCases])(
    'and about its CRD, with $name',
    async ({ name, files }) => {
      const { bundle, texts } = readFiles(files);
      const definitions = bundle!.objects.filter((each) => kindOf(each) === crdKind);
      const upstream = helperOf({ path: helper!, identity: 'helper' });
      const found = await definitionProblems(definitions, texts, { helper: upstream, env: {} });
      expect(found.map(({ severity, position }) => [severity, position?.file])).toEqual(
        found.map(() => ['error', 'bundle/manifests/example.com_queues.yaml']),
      );
      expect(found.length > 0).toBe(verdicts.get(name)!.suites!['crd']!.errors.length > 0);
      expect(found.length > 0).toBe(name !== valid.name);
    },
  );
});

describe.skipIf(program === undefined)('the types of operator-framework', () => {
  it('are those of the table, which npm run csv-types writes', async () => {
    expect(csvTypes).toEqual(await csvTypesOf(program!));
  });

  it('accept and refuse the values that the table accepts and refuses', async () => {
    const generated = csvValues();
    const reasons = await undecodable(
      program!,
      generated.map(({ csv: each }) => each),
    );
    const unequal = generated.filter(({ isValid }, index) => isValid !== (reasons[index] === ''));
    expect(unequal.map(({ name }) => name)).toEqual([]);
  });
});
