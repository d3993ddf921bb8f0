import type { Selector } from '../../base/model/webhook.js';
import { isLabelValue, isQualifiedName } from '../../base/values/labels.js';
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

/** Returns why no labels match a selector; undefined if some do. */
export function contradictionOf({ matchLabels = {}, matchExpressions = [] }: Selector): string | undefined {
  const all = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, operator: 'In', values: [value] })),
    ...matchExpressions,
  ];
  for (const key of new Set(all.map((each) => each.key))) {
    const ofKey = all.filter((each) => each.key === key);
    const has = (operator: string): boolean => ofKey.some((each) => each.operator === operator);
    const refused = ofKey.flatMap((each) => (each.operator === 'NotIn' ? (each.values ?? []) : []));
    const sets = ofKey.flatMap((each) => (each.operator === 'In' ? [each.values ?? []] : []));
    const [first = [], ...others] = sets;
    const left = first.filter((value) => !refused.includes(value) && others.every((each) => each.includes(value)));
    if (has('DoesNotExist') && (has('Exists') || sets.length > 0)) return `${key} must exist and must not exist`;
    if (sets.length > 0 && first.length > 0 && left.length === 0) return `no value of ${key} meets all conditions`;
  }
  return undefined;
}
