import { regExpOf } from './pattern.js';
import { isObject, type JsonObject, type JsonValue } from './schema.js';

export const constants: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };

/** Supported methods of values, with at most one argument. */
export const methods: Readonly<Record<string, (of: JsonValue, argument: JsonValue) => JsonValue>> = {
  size: (of) => sizeOf(of),
  startsWith: (of, argument) => textOf(of).startsWith(textOf(argument)),
  endsWith: (of, argument) => textOf(of).endsWith(textOf(argument)),
  contains: (of, argument) => textOf(of).includes(textOf(argument)),
  matches: (of, argument) => regExpOf(textOf(argument))?.test(textOf(of)) ?? true,
};

/** Returns the field for an escaped name. See https://kubernetes.io/docs/reference/using-api/cel/#escaping */
export function unescapedName(name: string): string {
  const keyword = /^__([a-z]+)__$/.exec(name)?.[1];
  if (keyword !== undefined && !Object.hasOwn(escapes, keyword)) return keyword;
  return name.replaceAll(/__(underscores|dot|dash|slash)__/g, (_, each: string) => escapes[each]!);
}

const escapes: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** @throws Error if the field does not exist, as in CEL */
export function fieldOf(of: JsonValue | Readonly<Record<string, JsonValue>>, key: string | number): JsonValue {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, key)) throw new Error(`no such key: ${key}`);
  return (of as JsonObject)[key]!;
}

/** Returns the elements that a macro iterates over: items, or keys. */
export function elementsOf(of: JsonValue): readonly JsonValue[] {
  return Array.isArray(of) ? of : isObject(of) ? Object.keys(of) : [];
}

export function sizeOf(of: JsonValue): number {
  return typeof of === 'string' ? Array.from(of).length : elementsOf(of).length;
}

/** Returns the result of an operator, except && and ||. */
export function computed(operator: string, left: JsonValue, right: JsonValue): JsonValue {
  const [one, other] = [left as number, right as number];
  switch (operator) {
    case '==':
      return JSON.stringify(left) === JSON.stringify(right);
    case '!=':
      return JSON.stringify(left) !== JSON.stringify(right);
    case 'in':
      return Array.isArray(right)
        ? right.some((each) => computed('==', each, left) === true)
        : Object.hasOwn(right as object, left as string);
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return Math.trunc(one / other);
    default:
      return one % other;
  }
}

/** @throws Error when it is not text, as in CEL */
function textOf(of: JsonValue): string {
  if (typeof of !== 'string') throw new Error('no such overload');
  return of;
}
