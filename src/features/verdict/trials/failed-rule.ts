import { fieldOf, type Schema, type Validation } from '../../../base/model/schema.js';
import type { ServerError } from '../../../base/helper/protocol.js';

/** Path of a value in an object: names of fields, keys of maps, and indexes of items. */
export type ObjectPath = readonly (string | number)[];

/** Returns the steps of a path such as `spec.rules[0].name`. */
export function objectPath(field: string): ObjectPath {
  return [...field.matchAll(/\[([^[\]]*)\]|[^.[\]]+/g)].map(([text, key = text]) =>
    /^\d+$/.test(key) ? Number(key) : key,
  );
}

/** Returns the schema of a value; undefined if the schema does not define it. */
export function schemaOf(root: Schema, path: ObjectPath): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (schema, step) =>
      schema && (typeof step === 'number' && schema.items ? schema.items : fieldOf(schema, String(step))),
    root,
  );
}

/** A CEL rule that an object violates, and the value that it applies to. */
export interface FailedRule {
  readonly path: ObjectPath;
  readonly validation: Validation;
}

/**
 * Returns the violated rule that an error about an object belongs to; undefined for other errors. With `fieldPath`, the
 * error names a field below the value of the rule.
 */
export function failedRule(root: Schema, { field = '', message }: ServerError): FailedRule | undefined {
  const whole = objectPath(field);
  const told = inOneLine(message);
  for (let length = whole.length; length >= 0; length -= 1) {
    const path = whole.slice(0, length);
    const validation = schemaOf(root, path)?.validations?.find((each) => isFrom(each, told));
    if (validation !== undefined) return { path, validation };
  }
  // Only the API server knows the message of an expression.
  const own = schemaOf(root, whole)?.validations?.filter(({ messageExpression }) => messageExpression !== undefined);
  return own?.length === 1 ? { path: whole, validation: own[0]! } : undefined;
}

function isFrom({ rule, message }: Validation, told: string): boolean {
  const name = inOneLine(message ?? rule);
  // `failed rule:`, `evaluating rule:` or `for rule:`
  return told.endsWith(` rule: ${name}`) || (message !== undefined && told.endsWith(`: ${name}`));
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
