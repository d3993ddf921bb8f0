import { describe, expect, it } from 'vitest';
import { boundRules } from '../../../src/features/compatibility/bound-rules.js';
import type { Breaks } from '../../../src/features/compatibility/change.js';
import { compareCrds } from '../../../src/features/compatibility/compare-crds.js';
import { schemaRules } from '../../../src/features/compatibility/compare-schemas.js';
import { readCrd } from '../../../src/base/crd/crd.js';
import { kindRules } from '../../../src/features/compatibility/kind-rules.js';
import { versionRules } from '../../../src/features/compatibility/version-rules.js';
import { compatibilityCases, type CompatibilityCase, type Trial } from '../../support/compatibility-cases.js';

describe('the changes of a definition', () => {
  it.each(compatibilityCases.map((each) => [each.name, each] as const))('%s', (_, { before, after, changes }) => {
    const found = compareCrds(readCrd(before)!, readCrd(after)!);
    expect(found.map(({ rule }) => rule.id)).toEqual(changes);
  });
});

describe('whom a change breaks', () => {
  const tried = compatibilityCases.flatMap((each) =>
    each.tried === undefined ? [] : [{ ...each, tried: each.tried }],
  );

  /** Reports whether an API server can decide so about a change of these classes. */
  const isExpected = (classes: readonly Breaks[], { create, update }: Trial): boolean => {
    if (classes.length === 0) return create !== 'rejected' && update !== 'rejected';
    if (classes.includes('ratcheted')) return create === 'rejected' && update === 'accepted';
    if (classes.includes('stored-objects')) return create !== 'accepted';
    return update !== 'rejected' && (create !== 'rejected' || classes.includes('writers'));
  };

  // The verdicts themselves are those of an API server: test/e2e/compatibility.test.ts.
  it.each(tried.map((each) => [each.name, each] as const))(
    'fits the verdicts: %s',
    (_, { before, after, tried: trial }) => {
      const classes = compareCrds(readCrd(before)!, readCrd(after)!).map(({ rule }) => rule.breaks);
      expect(isExpected(classes, trial)).toBe(true);
    },
  );
});

it('what breaks readers of values is read with the old definition', () => {
  const rules = ['type-widened', 'number-format-widened', 'enum-widened', 'nullable-added'];
  const read = compatibilityCases.filter(({ tried }) => tried?.read !== undefined).flatMap(({ changes }) => changes);
  expect([...new Set(read)].toSorted()).toEqual(rules.toSorted());
});

/** A conversion needs a webhook that answers, a column a client that asks for a table, and a prefix a request without a name. */
const untried = [
  'a version with other fields is added, with a conversion',
  'an alpha version with other fields is added',
  'prefixes of names are restricted',
  'a version that was stored earlier is removed',
  'another version is stored, with a conversion',
  'the conversion is removed',
  'the conversion between equal versions is removed',
  'a column is removed',
  'a column shows another field',
  'a column is added',
  'the plural is changed',
  'unknown fields of all versions are pruned',
];

describe('the cases', () => {
  const rules = [...schemaRules, ...versionRules, ...kindRules];

  it('are at least eighty, with different names', () => {
    expect(new Set(compatibilityCases.map(({ name }) => name)).size).toBe(compatibilityCases.length);
    expect(compatibilityCases.length).toBeGreaterThanOrEqual(80);
  });

  it('are tried on an API server, except those that no request shows', () => {
    const isTried = ({ tried, asked, definition }: CompatibilityCase): boolean =>
      (tried ?? asked ?? definition) !== undefined;
    expect(compatibilityCases.filter((each) => !isTried(each)).map(({ name }) => name)).toEqual(untried);
  });

  it.each(rules.map(({ id }) => id))('contain the rule %s', (id) => {
    expect(compatibilityCases.some(({ changes }) => changes.includes(id))).toBe(true);
  });

  it('of versions that crdify compares with each other', () => {
    expect(compatibilityCases.filter(({ source }) => source === 'crdify: served versions').length).toBeGreaterThan(3);
  });

  it('name each rule once', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(boundRules.length).toBeGreaterThan(8);
  });

  // The rules of their default configurations, and those of crdify that are not released yet.
  it.each([
    ...['existingFieldRemoval', 'scope', 'storedVersionRemoval', 'default', 'enum', 'maximum', 'maxItems', 'maxLength'],
    ...['maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties', 'required', 'type', 'description'],
    ...['pattern', 'nullable', 'allOf', 'anyOf', 'oneOf', 'not', 'format', 'uniqueItems', 'xValidations'],
    ...['exclusiveMaximum', 'exclusiveMinimum'],
  ])('contain the rule %s of crdify', (rule) => {
    expect(compatibilityCases.some(({ source }) => source === `crdify: ${rule}`)).toBe(true);
  });

  it.each([
    ...['ConditionsMustHaveProperSSATags', 'ListsMustHaveSSATags', 'MustHaveStatus', 'MustNotExceedCostBudget'],
    ...['NoBools', 'NoDataTypeChange', 'NoEnumRemoval', 'NoFieldRemoval', 'NoFloats', 'NoMaps'],
    ...['NoNewRequiredFields', 'NoUints'],
  ])('contain the rule %s of crd-schema-checker', (rule) => {
    expect(compatibilityCases.some(({ source }) => source === `crd-schema-checker: ${rule}`)).toBe(true);
  });
});
