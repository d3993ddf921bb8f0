import { fieldOfCelName } from '../../../base/model/cel.js';

/** Returns the names in a CEL rule, outside of its literals, in the form of field names of a schema. */
export function namesIn(rule: string): readonly string[] {
  const names = withoutLiterals(rule).match(/[A-Za-z_]\w*/g) ?? [];
  return [...new Set(names.map(fieldOfCelName))];
}

const literal = /[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'/g;

/** Returns a rule with empty string literals. */
export function withoutLiterals(rule: string): string {
  return rule.replaceAll(literal, "''");
}

/** Returns the values of all string literals in a rule. */
export function stringsIn(rule: string): readonly string[] {
  const texts = (rule.match(literal) ?? []).map((each) => {
    const raw = /^[rR]/.test(each);
    const inner = each.slice(raw ? 2 : 1, -1);
    return raw ? inner : inner.replaceAll(/\\(.)/gs, (_, mark: string) => ({ n: '\n', t: '\t' })[mark] ?? mark);
  });
  return [...new Set(texts)];
}

/** Returns the number literals in a rule. */
export function numbersIn(rule: string): readonly number[] {
  const numbers = withoutLiterals(rule).match(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g) ?? [];
  return [...new Set(numbers.map(Number))];
}
