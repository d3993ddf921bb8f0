import { readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { full } from '../support/few.js';
import { expressionsIn, slowText, sourcesIn } from '../support/regular-expressions.js';

// What the templates make is in the golden projects.
const sources = ['bin', 'src', 'runtime/src', 'test/golden'].flatMap(sourcesIn);
const all = sources.map(expressionsIn);
const byLabel = new Map(all.flatMap(({ found }) => found).map((each) => [String(each.expression), each]));

/** Where an expression is made from a text, and why its time is linear all the same. */
const made: Readonly<Record<string, string>> = {
  'src/features/helm/emit/values.ts': 'the patterns of the schema of a chart, constants, tried on an empty text',
  'src/output/emit/example-text.ts': 'one class of characters, tried on one character',
  'src/features/verdict/trials/sample-values.ts': 'names of functions, and characters up to the next parenthesis',
  'runtime/src/validation/values/pattern.ts': 'a copy of the one in src/values',
  'runtime/src/validation/values/formats.ts': 'a copy of the one in src/values',
  'src/base/values/pattern.ts': 'compiled to see whether it can be; RE2, which is linear, does the matching',
  'src/scaffold/refactor/code/text-mentions.ts': 'names of the project, each as it is, without a quantifier',
  'src/scaffold/change/deletion/needed-names.ts': 'an identifier as it is, without a quantifier',
  'src/features/upgrade/follow-up.ts': 'a name of the archive as it is, without a quantifier',
  'src/scaffold/change/files/remaining-mentions.ts': 'a name as it is, without a quantifier',
  'src/features/helm/refused-values.ts': 'the patterns of the schema of a chart, constants that begin at the beginning',
  'src/base/model/exact-json.ts': 'made of constants, around a number that was printed',
  'src/features/olm/csv-shape.ts': 'the pattern of quantities, without nested quantifiers',
  'src/features/olm/image-reference.ts': 'made of constants, for texts of 600 characters at most',
  'src/features/olm/semver.ts': 'made of constants, for texts of 256 characters at most',
  'src/base/values/formats.ts': 'made of constants, of a fixed length',
  'src/base/values/scalars.ts': 'made of constants, of which one alone has no fixed length',
  'src/language/rules/json-path.ts': 'made of constants that begin with different characters',
  'src/project/image-rules.ts': 'made of constants, for texts of 512 characters at most',
  'src/features/adopt/code/permissions.ts': 'a constant, without a quantifier',
  'src/features/import/format.ts': 'a constant, without a quantifier',
  'runtime/src/testing/values/pattern-text.ts': 'one class of characters, tried on one character',
};

describe('every regular expression takes linear time', () => {
  test('there are some', () => {
    expect(byLabel.size).toBeGreaterThan(150);
  });

  test.each([...byLabel.values()])('$label', ({ expression }) => {
    const { reports } = analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } });
    expect(reports.map(({ type, exponential }) => ({ type, exponential }))).toEqual([]);
    expect(slowText(expression)).toBeUndefined();
  });

  test('those that are made from texts are known', () => {
    expect([...new Set(all.flatMap((each) => each.made.map(({ file }) => file)))].toSorted()).toEqual(
      Object.keys(made).toSorted(),
    );
  });
});

/** Why no text of a project reaches the expressions of a dependency. */
const unreached: Readonly<Record<string, string>> = {
  '@bomb.sh/tab': 'completes the command line of the user',
  '@clack/prompts': 'reads what the user types',
  '@operator-gen/runtime': 'is in the test above',
  execa: 'gets command lines of operator-gen',
  handlebars: 'compiles the templates of operator-gen; names of a project are only inserted',
};

/** The modules of the dependencies that read text of a project. */
const modules: Readonly<Record<string, readonly string[]>> = {
  '@eslint-community/regexpp': ['@eslint-community/regexpp/index.mjs'],
  diff: sourcesIn('node_modules/diff').map((path) => path.slice('node_modules/'.length)),
  'node-diff3': ['node-diff3/dist/diff3.mjs'],
  prettier: ['prettier/standalone.mjs', 'prettier/plugins/estree.mjs', 'prettier/plugins/typescript.mjs'],
  re2js: ['re2js/build/index.js'],
  'ts-morph': [
    'ts-morph/dist/ts-morph.js',
    '@ts-morph/common/dist/ts-morph-common.js',
    '@ts-morph/common/dist/typescript.js',
  ],
  valibot: ['valibot/dist/index.mjs'],
  yaml: sourcesIn('node_modules/yaml/dist').map((path) => path.slice('node_modules/'.length)),
};

const pragma = String.raw`/@(\S+)(\s+(?:\S.*)?)?$/gm`;
const inThread = 'runs in the thread of src/base/io/format-code.ts, which has a time limit';

/** The expressions of dependencies that can take more than linear time, and why they do not. */
const slowOnes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  prettier: new Proxy({}, { get: () => inThread }),
  'ts-morph': {
    [pragma]: 'matches wherever it begins, because nothing but a line end can follow',
    [String.raw`/(\r?\n)?[^\S\n]*\*\/$/`]: 'of a method about doc comments that nothing calls',
  },
  yaml: {
    '/[ \\t]+$/': 'for engines without lookbehinds',
    '/^[ \\t]+|[ \\t]+$/g': 'for engines without lookbehinds',
    '/\\n+(?!\\n|$)/g': 'for engines without lookbehinds',
    '/[\\n\\r]+$/': 'of the option prettyErrors, which is off',
    '/000000\\d*$/': 'prints times, which are strings here',
    '/(?:^|\\n)([\\t ].*)(?:([\\n\\t ]*)\\n(?![\\n\\t ]))?/g':
      'linear: what it repeats ends with a line, which is consumed',
  },
};

describe('every regular expression of a dependency that reads text of a project takes linear time', () => {
  test('the dependencies are known', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    // A part of the bundle.
    const read = [...Object.keys(dependencies), 'yaml'];
    expect([...Object.keys(modules), ...Object.keys(unreached)].toSorted()).toEqual(read.toSorted());
  });

  full.each(Object.entries(modules))(
    '%s',
    (name, paths) => {
      const found = paths.flatMap((path) => expressionsIn(`node_modules/${path}`).found);
      const slow = new Set(
        found.flatMap(({ expression }) =>
          analyse(expression, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0
            ? [String(expression)]
            : [],
        ),
      );
      expect([...slow].filter((each) => slowOnes[name]?.[each] === undefined)).toEqual([]);
    },
    120_000,
  );
});

describe('what is slow is found', () => {
  test.each([[/export[^;]*from\s*['"]x/], [/^(?:\[\^?[a^]+\])*$/], [/^[-+]?(?:\d+\.?\d*s)+$/], [/=.*$/]])(
    '%s',
    (expression) => {
      expect(slowText(expression)).toEqual(expect.any(String));
    },
  );
});
