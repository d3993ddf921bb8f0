import { treeDifferences } from '../../chainsaw/expressions/tree.js';
import type { Expectation } from '../../chainsaw/model.js';
import { atMost, differenceText, printable } from '../../matching/show.js';
import type { Place } from '../../model.js';
import type { Failure } from '../result.js';
import type { OperationContext } from './operation-context.js';
import { errorText } from './error-text.js';

/** Lines about an outcome that differs. */
const mostLines = 10;

/**
 * Compares the outcome of a request with the expectations that match the object. Without one, the request must succeed.
 * @param error undefined if the request succeeded
 * @param what the request, such as `the ConfigMap menu cannot be created`
 * @throws Error if an expectation cannot be evaluated
 */
export function outcomeFailure(
  expectations: readonly Expectation[],
  object: unknown,
  error: unknown,
  { values }: OperationContext,
  { what, place }: { readonly what: string; readonly place: Place },
): Failure | undefined {
  const known = { ...values, error: error === undefined ? null : errorText(error) };
  const applying = expectations.filter(
    ({ match }) => match === undefined || treeDifferences(match, object, {}).length === 0,
  );
  if (applying.length === 0)
    return error === undefined ? undefined : { message: `${what}: ${printable(errorText(error))}`, details: [], place };
  const differing = applying.flatMap(({ check }) => treeDifferences(check, object, known));
  if (differing.length === 0) return undefined;
  const shown = differing.map(differenceText);
  const details = error === undefined ? shown : [...shown, `the error: ${printable(errorText(error))}`];
  return { message: 'the outcome is not the expected one', details: atMost(details, mostLines), place };
}
