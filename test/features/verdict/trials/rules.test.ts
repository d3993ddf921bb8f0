import { describe, expect, it } from 'vitest';
import { failedRule } from '../../../../src/features/verdict/trials/failed-rule.js';
import { namesIn, numbersIn, stringsIn } from '../../../../src/features/verdict/trials/rule-text.js';
import type { Schema } from '../../../../src/base/model/schema.js';

describe('the text of a rule', () => {
  const rule = String.raw`self.my__dash__field.startsWith('it\'s -5 a.b') && self.__namespace__ != r"\d" && size(self.a1) > -20 + 1.5`;

  it('has names, strings and numbers', () => {
    expect(namesIn(rule)).toEqual(['self', 'my-field', 'startsWith', 'namespace', 'size', 'a1']);
    expect(stringsIn(rule)).toEqual(["it's -5 a.b", String.raw`\d`]);
    expect(numbersIn(rule)).toEqual([-20, 1.5]);
  });
});

describe('an error about an object', () => {
  const schema: Schema = {
    properties: [
      {
        name: 'spec',
        required: true,
        schema: {
          validations: [
            { rule: 'self.a <\n  self.b', message: 'a is less than b' },
            { rule: 'self.c == 1' },
            { rule: 'self.d', message: 'm', fieldPath: '.list' },
          ],
          properties: [
            {
              name: 'list',
              required: false,
              schema: { items: { validations: [{ rule: 'self > 2', messageExpression: 'string(self)' }] } },
            },
          ],
        },
      },
    ],
  };

  it.each([
    ['spec', 'Invalid value: a is less than b', 'self.a <\n  self.b', ['spec']],
    ['spec', 'Invalid value: "object": no such key: c evaluating rule: self.c == 1', 'self.c == 1', ['spec']],
    ['spec', 'Invalid value: "object": failed rule: self.c == 1', 'self.c == 1', ['spec']],
    ['spec.list', 'Invalid value: m', 'self.d', ['spec']],
    ['spec.list[3]', 'Invalid value: 1: 1', 'self > 2', ['spec', 'list', 3]],
    ['spec', 'Invalid value: "object": spec in body must be short', undefined, undefined],
  ])('%s: %s', (field, message, rule, path) => {
    const found = failedRule(schema, { type: 'FieldValueInvalid', field, message });
    expect([found?.validation.rule, found?.path]).toEqual([rule, path]);
  });
});
