import { computed, constants, elementsOf, fieldOf, methods, sizeOf, unescapedName } from './cel-values.js';
import { isObject, type JsonValue } from './schema.js';

/** Values by the names in an expression. */
type Scope = Readonly<Record<string, JsonValue>>;

/**
 * Parsed expression.
 * @throws Error if it accesses a field that does not exist
 */
export type Expression = (scope: Scope) => JsonValue;

/**
 * Parses a CEL expression with the features that most rules use: fields, has(), comparisons, logic, arithmetic, sizes,
 * strings, and macros over lists and records. See https://kubernetes.io/docs/reference/using-api/cel/
 * @throws Error if it uses other features
 */
export function readExpression(text: string): Expression {
  const tokens = [...text.matchAll(token)].map(([each]) => each.trim());
  if (text.replaceAll(token, '').trim() !== '') throw new Error(`not read: ${text}`);
  return new Reader(tokens).whole();
}

const token =
  /\s*(?:\d+\.\d+|\d+|[A-Za-z_]\w*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|&&|\|\||[=!<>]=|[-+*/%!<>?:.,()[\]])\s*/gy;

const binary: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<=', '>=', '<', '>', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const read = this.#choice();
    if (this.#at < this.#tokens.length) throw new Error(`not read: ${this.#tokens[this.#at]}`);
    return read;
  }

  #skip(expected: string): boolean {
    const found = this.#tokens[this.#at] === expected;
    if (found) this.#at += 1;
    return found;
  }

  #need(expected: string): void {
    if (!this.#skip(expected)) throw new Error(`no ${expected}`);
  }

  #choice(): Expression {
    const condition = this.#binary(0);
    if (!this.#skip('?')) return condition;
    const yes = this.#choice();
    this.#need(':');
    const no = this.#choice();
    return (scope) => (condition(scope) === true ? yes(scope) : no(scope));
  }

  #binary(level: number): Expression {
    const operators = binary[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((each) => this.#skip(each));
      if (operator === undefined) return left;
      left = applied(operator, left, this.#binary(level + 1));
    }
  }

  #unary(): Expression {
    if (this.#skip('!')) {
      const inner = this.#unary();
      return (scope) => inner(scope) !== true;
    }
    if (this.#skip('-')) {
      const inner = this.#unary();
      return (scope) => -(inner(scope) as number);
    }
    return this.#member();
  }

  #member(): Expression {
    let value = this.#primary();
    for (;;) {
      if (this.#skip('[')) {
        const [of, key] = [value, this.#choice()];
        this.#need(']');
        value = (scope) => fieldOf(of(scope), key(scope) as string);
      } else if (this.#skip('.')) {
        const name = this.#tokens[this.#at++]!;
        value = this.#skip('(') ? this.#call(value, name) : selected(value, name);
      } else return value;
    }
  }

  #call(of: Expression, name: string): Expression {
    if (name === 'all' || name === 'exists') {
      const variable = this.#tokens[this.#at++]!;
      this.#need(',');
      const condition = this.#choice();
      this.#need(')');
      const holds = (scope: Scope) => (each: JsonValue) => condition({ ...scope, [variable]: each }) === true;
      return (scope) => elementsOf(of(scope))[name === 'all' ? 'every' : 'some'](holds(scope));
    }
    const [argument] = this.#arguments();
    const method = methods[name];
    if (method === undefined) throw new Error(`unknown: ${name}()`);
    return (scope) => method(of(scope), argument?.(scope) ?? null);
  }

  #arguments(): Expression[] {
    const all: Expression[] = [];
    while (!this.#skip(')')) {
      all.push(this.#choice());
      this.#skip(',');
    }
    return all;
  }

  #primary(): Expression {
    const next = this.#tokens[this.#at++] ?? '';
    if (next === '(') {
      const inner = this.#choice();
      this.#need(')');
      return inner;
    }
    if (next === '[') {
      const all: Expression[] = [];
      while (!this.#skip(']')) {
        all.push(this.#choice());
        this.#skip(',');
      }
      return (scope) => all.map((each) => each(scope));
    }
    if (/^\d/.test(next)) return () => Number(next);
    if (/^["']/.test(next)) {
      const text = next.slice(1, -1).replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign));
      return () => text;
    }
    if (Object.hasOwn(constants, next)) return () => constants[next]!;
    if (next === 'has' && this.#skip('(')) return this.#has();
    if (next === 'size' && this.#skip('(')) {
      const [of] = this.#arguments();
      return (scope) => sizeOf(of!(scope));
    }
    if (!/^\w+$/.test(next) || this.#tokens[this.#at] === '(') throw new Error(`unknown: ${next}`);
    return (scope) => fieldOf(scope, next);
  }

  /** Parses `has(a.b)`: evaluates the path up to its last name, and only checks whether that exists. */
  #has(): Expression {
    const path: string[] = [];
    do path.push(this.#tokens[this.#at++]!);
    while (this.#skip('.'));
    this.#need(')');
    const [root, ...names] = path.map(unescapedName);
    const last = names.pop()!;
    return (scope) => {
      const of = names.reduce<JsonValue>((value, name) => fieldOf(value, name), fieldOf(scope, root!));
      return isObject(of) && Object.hasOwn(of, last) && of[last] !== null;
    };
  }
}

function selected(of: Expression, name: string): Expression {
  const field = unescapedName(name);
  return (scope) => fieldOf(of(scope), field);
}

function applied(operator: string, left: Expression, right: Expression): Expression {
  switch (operator) {
    case '||':
      return (scope) => isTrue(left, scope) || right(scope) === true;
    case '&&':
      return (scope) => left(scope) === true && right(scope) === true;
    default:
      return (scope) => computed(operator, left(scope), right(scope));
  }
}

/** In CEL an error on one side of `||` is not an error when the other side is true. */
function isTrue(of: Expression, scope: Scope): boolean {
  try {
    return of(scope) === true;
  } catch {
    return false;
  }
}
