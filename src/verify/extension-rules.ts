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

/** Whether a rule names the old value: not as a text, and not as a field of that name. */
export function usesOldSelf(rule: string): boolean {
  return /(?<![.\w])oldSelf\b/.test(rule.replaceAll(celText, "''"));
}

const celText = /[rR](?:"[^"]*(?:"|$)|'[^']*(?:'|$))|"(?:\\[^]?|[^"\\])*(?:"|$)|'(?:\\[^]?|[^'\\])*(?:'|$)/g;

/** The fields that a rule names and that the API server keeps from it. */
function unknownFields({ properties = [] }: Schema, rule: string): readonly string[] {
  const named = new Set([...rule.matchAll(/\b(?:self|oldSelf)\.(\w+)/g)].map(([, name]) => name));
  return properties
    .filter(({ name, schema }) => named.has(celName(name)) && !isKnownToCel(schema))
    .map(({ name }) => name);
}
