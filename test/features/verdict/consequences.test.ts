import { expect, it } from 'vitest';
import { withoutConsequences } from '../../../src/features/verdict/consequences.js';

const remark = ['<nil>', 'Invalid value: null: some validation rules were not checked because the object was invalid'];
const required = ['spec.name', 'Required value'];
const total = ['spec', 'Forbidden: contributed to estimated rule cost total exceeding cost limit'];
const single = ['spec.rule', 'Forbidden: estimated rule cost exceeds budget by factor of 2'];

it.each([
  ['the remark after an error', [required, remark], [required]],
  ['the remark before an error', [remark, required], [required]],
  ['the remark after several errors', [required, ['spec.b', 'Too long'], remark], [required, ['spec.b', 'Too long']]],
  ['totals beside a rule that is too expensive', [single, total], [single]],
])('%s is not reported', (_, given, left) => {
  const errors = [given, left].map((all) =>
    all.map(([field, message]) => ({ type: '', field: field!, message: message! })),
  );
  expect(withoutConsequences(errors[0]!)).toEqual(errors[1]);
});

it.each([['Invalid value: "object": a rule'], [remark[1]!]])(
  'of errors about the whole object, the path is left out: %s',
  (message) => {
    expect(withoutConsequences([{ type: '', field: '<nil>', message }])).toEqual([{ type: '', message }]);
  },
);
