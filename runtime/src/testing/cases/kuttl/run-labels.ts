import { refuseInvalid } from '../case-error.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseObject } from '../model.js';

/** Labels of a run, which select files. */
export type RunLabels = Readonly<Record<string, string>>;

/**
 * Reports whether a TestFile selects its file for a run with these labels. An empty selector selects all runs, and an
 * absent one none.
 * @throws CaseError if the selector is not valid
 */
export function isSelected(object: CaseObject, labels: RunLabels): boolean {
  const selector = fieldsOf(object).object('testRunSelector');
  if (selector === undefined) return false;
  const equal = Object.entries(selector.labels('matchLabels'));
  return (
    equal.every(([name, value]) => labels[name] === value) &&
    selector.objects('matchExpressions').every((each) => matches(each, labels))
  );
}

function matches(expression: Fields, labels: RunLabels): boolean {
  const value = labels[expression.text('key')];
  const values = expression.texts('values');
  const operator = expression.text('operator');
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default: {
      const place = expression.placeOf('operator');
      return refuseInvalid(place, `"${operator}" is not an operator`, 'write In, NotIn, Exists or DoesNotExist');
    }
  }
}
