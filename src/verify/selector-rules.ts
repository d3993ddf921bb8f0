import type { Selector } from '../model/webhook.js';
import { isLabelValue, isQualifiedName } from '../values/labels.js';
import type { Refusal } from './refusal.js';

const keySyntax = "use at most 63 letters, digits, '-', '_' and '.', such as team or example.com/team";
const valueSyntax = "use at most 63 letters, digits, '-', '_' and '.', and start and end with a letter or digit";

/**
 * Yields what the API server would reject in a label selector.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/
 */
export function* problemsOfSelector({
  matchLabels = {},
  matchExpressions = [],
}: Selector): Generator<Omit<Refusal, 'key'>> {
  for (const key of [...Object.keys(matchLabels), ...matchExpressions.map((each) => each.key)]) {
    if (!isQualifiedName(key))
      yield { reason: `the label key ${JSON.stringify(key)} is not valid`, instead: keySyntax };
  }
  for (const value of [...Object.values(matchLabels), ...matchExpressions.flatMap((each) => each.values ?? [])]) {
    if (isLabelValue(value)) continue;
    yield { reason: `the label value ${JSON.stringify(value)} is not valid`, instead: valueSyntax };
  }
  for (const { key, operator, values: given = [] } of matchExpressions) {
    const needsValues = operator === 'In' || operator === 'NotIn';
    const start = `{ key: '${key}', operator: '${operator}'`;
    if (needsValues && given.length === 0) {
      yield { reason: `${key} ${operator} has no values`, instead: `write: ${start}, values: ['value'] }` };
    }
    if (!needsValues && given.length > 0) {
      yield { reason: `${key} ${operator} has values`, instead: `write: ${start} }` };
    }
  }
}
