import type { Selector } from '../model/webhook.js';
import { isLabelValue, isQualifiedName } from '../values/labels.js';

/**
 * What the API server would refuse of a label selector.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/
 */
export function* problemsOfSelector({ matchLabels = {}, matchExpressions = [] }: Selector): Generator<string> {
  const keys = [...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)];
  for (const key of keys) if (!isQualifiedName(key)) yield `${JSON.stringify(key)} is no label`;
  const values = [...Object.values(matchLabels), ...matchExpressions.flatMap((each) => each.values ?? [])];
  for (const value of values) if (!isLabelValue(value)) yield `${JSON.stringify(value)} is no value of a label`;
  for (const { key, operator, values: given = [] } of matchExpressions) {
    const needsValues = operator === 'In' || operator === 'NotIn';
    if (needsValues && given.length === 0) yield `${key} ${operator} needs values`;
    if (!needsValues && given.length > 0) yield `${key} ${operator} has no values`;
  }
}
