import type { KubernetesObject } from '../../../../api/object.js';
import { treeDifferences } from '../../chainsaw/expressions/tree.js';
import type { CheckOperation } from '../../chainsaw/model.js';
import type { Difference } from '../../matching/differences.js';
import { atMost, differenceText } from '../../matching/show.js';
import type { CaseObject } from '../../model.js';
import { describeTarget, nameOf, type Target } from '../check-objects.js';
import type { Failure } from '../result.js';
import type { OperationContext } from './operation-context.js';
import { exactTarget, objectsOf, withFilledNames } from './targets.js';
import { until } from './until.js';

/** Lines about an object that differs. */
const mostLines = 10;

/**
 * Waits until an object exists for which the assertions hold; for `error`, until there is none.
 * @throws Error if the API server does not serve the kind, or an assertion cannot be evaluated
 */
export async function runCheck(
  operation: CheckOperation,
  object: CaseObject,
  context: OperationContext,
): Promise<Failure | undefined> {
  const isAssert = operation.type === 'assert';
  const { seconds, signal, values } = context;
  if (object.kind === '' || object.apiVersion === '') {
    const differing = (): readonly Difference[] => treeDifferences(object.fields, null, values);
    return until(seconds, signal, async () => (isAssert ? failing(object, differing()) : holding(object, differing())));
  }
  const target = await exactTarget(withFilledNames(object, operation.isTemplate, values), context);
  return until(seconds, signal, async () => {
    const found = await objectsOf(target, context);
    const compared: Compared[] = [];
    for (const actual of found) {
      const differing = treeDifferences(target.fields, actual, values);
      if (isAssert && differing.length === 0) return undefined;
      compared.push({ actual, differing });
    }
    return isAssert ? nearest(object, target, compared) : matching(object, compared);
  });
}

/** Object of the cluster, and how it differs from an expected one. */
interface Compared {
  readonly actual: KubernetesObject;
  readonly differing: readonly Difference[];
}

function failing(object: CaseObject, differing: readonly Difference[]): Failure | undefined {
  const [first] = differing;
  if (first === undefined) return undefined;
  const details = atMost(differing.map(differenceText), mostLines);
  return { message: 'the assertion does not hold', details, place: object.placeOf(first.path) };
}

function holding({ place }: CaseObject, differing: readonly Difference[]): Failure | undefined {
  return differing.length > 0 ? undefined : { message: 'the assertion holds, but must not', details: [], place };
}

function nearest(object: CaseObject, target: Target, compared: readonly Compared[]): Failure {
  const [first, ...others] = compared;
  if (first === undefined)
    return { message: `${describeTarget(object, target)} does not exist`, details: [], place: object.place };
  const best = others.reduce((one, other) => (other.differing.length < one.differing.length ? other : one), first);
  const count = best.differing.length === 1 ? '1 field' : `${best.differing.length} fields`;
  const among = others.length > 0 ? ` (nearest of ${compared.length})` : '';
  return {
    message: `${nameOf(object.kind, best.actual.metadata)}${among} differs in ${count}`,
    details: atMost(best.differing.map(differenceText), mostLines),
    place: object.placeOf(best.differing[0]!.path),
  };
}

function matching({ kind, fields, place }: CaseObject, compared: readonly Compared[]): Failure | undefined {
  const found = compared.filter(({ differing }) => differing.length === 0);
  if (found.length === 0) return undefined;
  const names = atMost(
    found.map(({ actual }) => nameOf(kind, actual.metadata)),
    mostLines,
  ).join(', ');
  const isWhole = Object.keys(fields).every((each) => ['apiVersion', 'kind', 'metadata'].includes(each));
  const what = isWhole ? 'exists, but must not' : 'exists with all fields that it must not have';
  return { message: `${names} ${what}`, details: [], place };
}
