import { celName, isKnownToCel } from '../model/cel.js';
import type { Schema } from '../model/schema.js';
import { problem, type Rule } from './visit.js';
import { isFieldPath } from './reaches.js';

/** The `x-kubernetes-` keywords beside those of lists. */
export const extensionRules: readonly Rule[] = [
  function* validations(visit) {
    const { field } = visit;
    for (const { rule, message, messageExpression, fieldPath, optionalOldSelf } of visit.schema.validations ?? []) {
      const refuse = (reason: string) => problem('validation-refused', visit, 'validations', { field, rule, reason });
      if (rule.trim() === '') yield refuse('the rule is empty');
      if (!isKnownToCel(visit.schema)) yield refuse('rules know nothing of what may be any JSON value');
      for (const name of unknownFields(visit.schema, rule)) {
        yield refuse(`rules know nothing of ${name}, which may be any JSON value`);
      }
      if (message !== undefined && message.trim() === '') yield refuse('its message is empty');
      if (messageExpression !== undefined && messageExpression.trim() === '')
        yield refuse('its messageExpression is empty');
      if (message !== undefined && /[\n\r]/.test(message.trim())) yield refuse('its message has several lines');
      if (message === undefined && /[\n\r]/.test(rule.trim())) yield refuse('a rule of several lines needs a message');
      if (optionalOldSelf !== undefined && !usesOldSelf(rule)) yield refuse('optionalOldSelf needs an oldSelf');
      if (fieldPath !== undefined && !isFieldPath(visit.schema, fieldPath)) {
        yield refuse(`there is no field at its fieldPath ${fieldPath}`);
      }
    }
  },
];

/**
 * Rules about what was there before, below a list whose items have no keys.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-usage-summary
 */
export const withoutOldValue: Rule = function* (visit) {
  const { schema, list, field } = visit;
  if (list === undefined) return;
  for (const { rule } of schema.validations ?? []) {
    if (!usesOldSelf(rule) || isOfImmutableField(schema, rule)) continue;
    yield problem('rule-without-old-value', visit, 'validations', { field, rule, list });
  }
};

function usesOldSelf(rule: string): boolean {
  return /(?<![.\w])oldSelf\b/.test(rule.replaceAll(celText, "''"));
}

const celText = /[rR](?:"[^"]*"|'[^']*')|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;

/** Whether a rule is the half of `@Immutable` that its field's object has: the field has the other, and is told of. */
function isOfImmutableField({ properties = [] }: Schema, rule: string): boolean {
  const name = /^!has\(oldSelf\.(\w+)\) \|\| has\(self\.\1\)$/.exec(rule)?.[1];
  const field = properties.find((each) => celName(each.name) === name);
  return name !== undefined && (field?.schema.validations ?? []).some((each) => usesOldSelf(each.rule));
}

/** The fields that a rule names and that the API server keeps from it. */
function unknownFields({ properties = [] }: Schema, rule: string): readonly string[] {
  const named = new Set([...rule.matchAll(/\b(?:self|oldSelf)\.(\w+)/g)].map(([, name]) => name));
  return properties
    .filter(({ name, schema }) => named.has(celName(name)) && !isKnownToCel(schema))
    .map(({ name }) => name);
}
