import { defined } from '../../base/model/defined.js';
import type { ServerError } from '../../base/helper/protocol.js';

/** The path in errors about the whole object. */
const wholeObject = '<nil>';

/** A remark of the API server after errors that keep it from evaluating rules. */
const remark = 'some validation rules were not checked';

/** Errors about a CRD to which several rules contribute. */
export const aboveTotal = /contributed to estimated rule cost total|estimated rule cost total for entire/;

/**
 * Returns errors about an object without the consequences of others: a remark that not all rules were checked because
 * of them, and the total cost of rules if a single one is too expensive.
 */
export function withoutConsequences(errors: readonly ServerError[]): readonly ServerError[] {
  const isAlone = errors.some(({ message }) => /estimated \w+ cost exceeds budget/.test(message));
  const checked = errors.filter(({ message }) => !message.includes(remark));
  const causes = checked.length === 0 ? errors : checked;
  return (isAlone ? causes.filter(({ message }) => !aboveTotal.test(message)) : causes).map(withoutNil);
}

/** Returns an error without its path if it is about the whole object. */
function withoutNil({ field, ...error }: ServerError): ServerError {
  return { ...error, ...defined({ field: field === wholeObject ? undefined : field }) };
}
