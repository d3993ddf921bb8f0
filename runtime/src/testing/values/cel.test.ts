import { describe, expect, it } from 'vitest';
import { ruleCases, ruleCaseSchema, ruleCaseValue } from '../../../../test/support/rule-cases.js';
import { accepts, readRule } from './cel.js';
import { brokenRules, uncheckedRules } from './rules.js';
import type { JsonValue, Schema } from './schema.js';

function verdictOf(text: string, schema: Schema, value: JsonValue): boolean | undefined {
  const rule = readRule(text);
  return rule && accepts(rule, schema, value);
}

// test/base/helper/rules.process.test.ts has the same verdicts from the API server's code.
it.each(ruleCases)('%s: each rule has the verdict of the API server, or none', (_, cases) => {
  const found = cases.map(({ rule }) => ({ rule, verdict: verdictOf(rule, ruleCaseSchema, ruleCaseValue) }));
  expect(found).toEqual(cases);
});

describe('a rule is not evaluated, and is listed as unchecked, if it', () => {
  const text = { type: 'string' };
  const object = (rule: string, more: object = {}): Schema => ({
    type: 'object',
    properties: { a: text },
    'x-kubernetes-validations': [{ rule, ...more }],
  });
  it.each([
    ['is not CEL', object('self.a ==')],
    ['reads what is not in the schema, such as metadata', object("self.metadata.name == 'a'")],
    ['reads a field without a type', { ...object('self.b == 1'), properties: { b: {} } }],
    ['has an unknown function', object('isSemver(self.a)')],
    ['has an unknown name', object('self.a == other')],
    ['has a previous state that can be absent', object('!oldSelf.hasValue()', { optionalOldSelf: true })],
    ['is nested too deep', object(`${'('.repeat(5000)}true${')'.repeat(5000)}`)],
  ])('%s', (_, schema) => {
    expect(brokenRules(schema, { a: 'x' })).toBe(0);
    expect(uncheckedRules(schema)).toEqual(schema['x-kubernetes-validations']!.map(({ rule }) => rule));
  });

  it('cannot be decided for a value', () => {
    const schema = object("self.a.replace('x', 'y', 1) == 'y'");
    expect(uncheckedRules(schema)).toEqual([]);
    expect(brokenRules(schema, { a: 'x' })).toBe(0);
    expect(uncheckedRules(schema)).toHaveLength(1);
  });

  it('is about a change, which is not listed', () => {
    const schema = object('self.a == oldSelf.a');
    expect([brokenRules(schema, { a: 'x' }), uncheckedRules(schema)]).toEqual([0, []]);
  });
});

it('an embedded object has its type and its name in rules', () => {
  const schema: Schema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    'x-kubernetes-validations': [{ rule: "self.kind == 'Pod' && self.metadata.name == 'a'" }],
  };
  const value = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
  expect([brokenRules(schema, value('a')), brokenRules(schema, value('b'))]).toEqual([0, 1]);
});
