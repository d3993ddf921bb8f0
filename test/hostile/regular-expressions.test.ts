import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { expressionsIn, slowText, sourcesIn } from '../support/regular-expressions.js';

// What the templates make is in the golden projects.
const sources = ['bin', 'src', 'runtime/src', 'test/golden'].flatMap(sourcesIn);
const all = sources.map(expressionsIn);
const byLabel = new Map(all.flatMap(({ found }) => found).map((each) => [String(each.expression), each]));

/** Where an expression is made from a text, and why its time is linear all the same. */
const made: Readonly<Record<string, string>> = {
  'src/go/built-controllers.ts': 'constants, without a quantifier',
  'src/emit/helm/values.ts': 'the patterns of the schema of a chart, constants, tried on an empty text',
  'src/emit/example-text.ts': 'one class of characters, tried on one character',
  'src/generate/trials/rule-edits.ts': 'for at most 200 characters before a position',
  'src/generate/trials/sample-values.ts': 'names of functions, and characters up to the next parenthesis',
  'runtime/src/validation/values/pattern.ts': 'a copy of the one in src/values',
  'runtime/src/validation/values/formats.ts': 'a copy of the one in src/values',
  'src/values/pattern.ts': 'compiled to see whether it can be; RE2, which is linear, does the matching',
  'src/refactor/text-mentions.ts': 'names of the project, each as it is, without a quantifier',
  'src/change/needed-names.ts': 'an identifier as it is, without a quantifier',
  'src/change/follow-up.ts': 'a name of the archive as it is, without a quantifier',
  'src/change/left-mentions.ts': 'a name as it is, without a quantifier',
  'src/generate/refused-values.ts': 'the patterns of the schema of a chart, constants that begin at the beginning',
  'src/model/exact-json.ts': 'made of constants, around a number that was printed',
  'src/olm/csv-shape.ts': 'the pattern of quantities, without nested quantifiers',
  'src/olm/image-reference.ts': 'made of constants, for texts of 600 characters at most',
  'src/olm/semver.ts': 'made of constants, for texts of 256 characters at most',
  'src/values/formats.ts': 'made of constants, of a fixed length',
  'src/project/image-rules.ts': 'made of constants, for texts of 512 characters at most',
  'src/commands/adopt/permissions.ts': 'a constant, without a quantifier',
  'src/import/format.ts': 'a constant, without a quantifier',
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

describe('what is slow is found', () => {
  test.each([[/export[^;]*from\s*['"]x/], [/^(?:\[\^?[a^]+\])*$/], [/^[-+]?(?:\d+\.?\d*s)+$/], [/=.*$/]])(
    '%s',
    (expression) => {
      expect(slowText(expression)).toEqual(expect.any(String));
    },
  );
});
