import { diagnostic } from '../../base/diagnostics/diagnostic.js';
import { celName, isKnownToCel } from '../../base/model/cel.js';
import type { Schema } from '../../base/model/schema.js';
import { isFieldPath, similarFieldPath } from './reaches.js';
import type { Rule } from './visit.js';

/** Rules for the `x-kubernetes-` keywords except those of lists. */
export const extensionRules: readonly Rule[] = [
  function* validations(visit) {
    const { field } = visit;
    for (const validation of visit.schema.validations ?? []) {
      const { rule, message, messageExpression, fieldPath, optionalOldSelf } = validation;
      const { position = visit.schema.origins?.validations ?? visit.position } = validation;
      const refuse = (reason: string, instead: string) =>
        diagnostic('invalid-validation-rule', { field, rule, reason, instead }, position);
      const typed = 'change its type to a specific one, such as string or an interface';
      if (rule.trim() === '') yield refuse('the rule is empty', "write a CEL expression: rule: 'self.size() > 0'");
      if (!isKnownToCel(visit.schema)) yield refuse('the field may be any JSON value, which no rule can name', typed);
      for (const name of unknownFields(visit.schema, rule)) {
        yield refuse(`it names ${name}, which may be any JSON value`, `for ${name}, ${typed}`);
      }
      if (message && message.trim() === '') {
        yield refuse('its message is blank', "write a sentence, or omit message: message: 'Set a name.'");
      }
      if (messageExpression && messageExpression.trim() === '') {
        yield refuse('its messageExpression is blank', 'write a CEL expression that returns a string, or omit it');
      }
      if (message !== undefined && /[\n\r]/.test(message.trim())) {
        yield refuse(
          'its message has several lines',
          `write it in one line: message: '${message.trim().split(/\s+/).join(' ')}'`,
        );
      }
      if (!message && /[\n\r]/.test(rule.trim())) {
        yield refuse('a rule of several lines has no message', "add: message: '...'; or write the rule in one line");
      }
      if (optionalOldSelf !== undefined && !usesOldSelf(rule)) {
        yield refuse(
          'it has optionalOldSelf, but does not use oldSelf',
          'omit optionalOldSelf, or compare with oldSelf',
        );
      }
      if (fieldPath !== undefined && !isFieldPath(visit.schema, fieldPath)) {
        const similar = similarFieldPath(visit.schema, fieldPath);
        const instead =
          similar === undefined
            ? "leave fieldPath out, or write the path of a field from the rule's own object, such as '.replicas'"
            : `did you mean fieldPath: ${JSON.stringify(similar)}?`;
        yield refuse(`there is no field at its fieldPath ${JSON.stringify(fieldPath)}`, instead);
      }
    }
  },
];

/** Reports whether a rule refers to the old value, not counting strings and fields of that name. */
export function usesOldSelf(rule: string): boolean {
  return /(?<![.\w])oldSelf\b/.test(rule.replaceAll(celText, "''"));
}

const celText = /[rR](?:"[^"]*(?:"|$)|'[^']*(?:'|$))|"(?:\\[^]?|[^"\\])*(?:"|$)|'(?:\\[^]?|[^'\\])*(?:'|$)/g;

/** Returns the fields that a rule refers to but that the API server hides from it. */
function unknownFields({ properties = [] }: Schema, rule: string): readonly string[] {
  const named = new Set([...rule.matchAll(/\b(?:self|oldSelf)\.(\w+)/g)].map(([, name]) => name));
  return properties
    .filter(({ name, schema }) => named.has(celName(name)) && !isKnownToCel(schema))
    .map(({ name }) => name);
}
