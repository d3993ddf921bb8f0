import type { DeepReadonly } from '../api/object.js';
import type { LabelSelector, LabelSelectorRequirement } from '../k8s/meta/v1.js';

/**
 * Selection of labels: a selector in the syntax of kubectl (`app=web,tier!=cache`), labels that must be equal, or the
 * LabelSelector of an object such as a Deployment, including a shared one. An empty selection matches everything, null
 * matches nothing. See https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export type LabelSelection = string | Readonly<Record<string, string>> | DeepReadonly<LabelSelector> | null;

type Requirement = DeepReadonly<LabelSelectorRequirement>;

// The syntax cannot express "nothing", but no object both has and lacks a label.
const nothing = 'nothing,!nothing';

/**
 * Converts the LabelSelector of an object to text. As in Go, an empty selector matches everything, and an absent one
 * matches nothing. See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#LabelSelectorAsSelector
 * @throws SyntaxError if an operator, a key or a value is invalid
 */
export function labelSelectorAsSelector(selector: DeepReadonly<LabelSelector> | null | undefined): string {
  if (!selector) return nothing;
  // An object parsed from YAML can have null for a missing field.
  const { matchLabels, matchExpressions } = selector;
  return [...equalities(matchLabels ?? {}), ...(matchExpressions ?? []).map(requirementText)].join(',');
}

/**
 * Converts a selection to the text that the API expects.
 * @throws SyntaxError as `labelSelectorAsSelector`
 */
export function labelSelectorText(selection: LabelSelection): string {
  if (typeof selection === 'string') return selection;
  if (selection === null || isLabelSelector(selection)) return labelSelectorAsSelector(selection);
  return equalities(selection).join(',');
}

/**
 * Reports whether the selection is a LabelSelector. A record of labels can have the key `matchLabels` too, but its
 * values are strings.
 */
function isLabelSelector(selection: object): selection is DeepReadonly<LabelSelector> {
  const { matchLabels, matchExpressions } = selection as DeepReadonly<LabelSelector>;
  return [matchLabels, matchExpressions].some((each) => typeof each === 'object');
}

function equalities(labels: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(labels).map(([key, value]) => `${checkedKey(key)}=${checkedValue(key, value)}`);
}

function requirementText({ key, operator, values }: Requirement): string {
  const list = (values ?? []).map((value) => checkedValue(key, value)).join(',');
  const count = values?.length ?? 0;
  checkedKey(key);
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (count === 0) throw refusal(key, `the operator ${operator} needs at least one value`);
      return `${key} ${operator.toLowerCase()} (${list})`;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) throw refusal(key, `the operator ${operator} takes no values`);
      return operator === 'Exists' ? key : `!${key}`;
    default:
      throw refusal(key, `${JSON.stringify(operator)} is not an operator: write In, NotIn, Exists or DoesNotExist`);
  }
}

// https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
const word = /^[a-z\d](?:[-\w.]{0,61}[a-z\d])?$/i;
const prefix = /^(?=.{1,253}$)[a-z\d](?:[-a-z\d]*[a-z\d])?(?:\.[a-z\d](?:[-a-z\d]*[a-z\d])?)*$/;

function checkedKey(key: string): string {
  const parts = key.split('/');
  const isPrefixed = parts.length === 2 && prefix.test(parts[0]!);
  if ((parts.length === 1 || isPrefixed) && word.test(parts.at(-1)!)) return key;
  throw refusal(key, 'no label has such a key');
}

/** Validates a value: a comma in it would start another requirement. */
function checkedValue(key: string, value: unknown): string {
  if (typeof value === 'string' && (value === '' || word.test(value))) return value;
  throw refusal(key, `${JSON.stringify(value)} is not a value of a label: 63 letters, digits, -, _ and . at most`);
}

function refusal(key: string, why: string): SyntaxError {
  return new SyntaxError(`the label selector cannot be read at ${JSON.stringify(key)}: ${why}`);
}
