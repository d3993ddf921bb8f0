import { listAt, objectAt, textAt, textsAt } from '../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';

/** The labels of an object, as far as they are known before it is created. */
export interface KnownLabels {
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Reports whether an object can have a label that is not among the values. */
  readonly canHave: (key: string) => boolean;
}

/**
 * Reports whether a label selector selects an object, as the API server decides it; undefined if that depends on labels that are
 * not known: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function selectsLabels(selector: JsonObject, labels: KnownLabels): boolean | undefined {
  const expressions = [
    ...Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) => ({
      ...{ key, operator: 'In', values: [value] },
    })),
    ...listAt(selector, 'matchExpressions').map((each) => ({
      ...{ key: textAt(each, 'key'), operator: textAt(each, 'operator'), values: textsAt(each, 'values') },
    })),
  ];
  const found = expressions.map((each) => isMet(each, labels));
  return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly JsonValue[];
}

function isMet({ key, operator, values }: Requirement, labels: KnownLabels): boolean | undefined {
  const value = Object.hasOwn(labels.values, key) ? labels.values[key] : undefined;
  if (value === undefined && labels.canHave(key)) return undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return undefined;
  }
}
