import { isJsonObject } from '../../../../json/json-object.js';
import { evaluate, type Values } from './evaluate.js';
import { parseNotation } from './notation.js';

/**
 * Returns a template with the values of its expressions.
 * @param input value that the expressions begin with: each gets what is at its own place
 * @throws Error if an expression cannot be evaluated
 */
export function fillTemplate(template: unknown, input: unknown, values: Values): unknown {
  if (Array.isArray(template))
    return template.map((each, index) => fillTemplate(each, Array.isArray(input) ? input[index] : null, values));
  if (isJsonObject(template)) {
    const entries = Object.entries(template).map(([name, each]) => {
      const part = isJsonObject(input) && Object.hasOwn(input, name) ? input[name] : null;
      return [name, fillTemplate(each, part, values)] as const;
    });
    return Object.fromEntries(entries);
  }
  if (typeof template !== 'string') return template;
  const { statement, engine } = parseNotation(template);
  return engine === undefined ? template : evaluate(statement, input ?? null, values);
}

/** Returns a string with the value of its expression. @throws Error if it cannot be evaluated, or is not a string */
export function fillString(template: string, values: Values): string {
  const { statement, engine } = parseNotation(template);
  if (engine === undefined) return statement;
  const value = evaluate(statement, null, values);
  if (typeof value === 'string') return value;
  throw new Error(`the expression ${template} is not a string`);
}
