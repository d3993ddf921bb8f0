import { mostCharacters, mostExpressions } from '../../base/model/limits.js';
import type { JsonValue } from '../../base/model/schema.js';
import { isAssertion } from '../compiler/assertions.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { compute } from './compute.js';
import type { Evaluation } from './evaluation.js';

const { SyntaxKind } = typescript;

/** Evaluates an expression from the source text: literals, and constants that refer to one. */
export function evaluate(expression: ts.Expression, analysis: Analysis): Evaluation {
  const result = new Evaluator(analysis).read(expression);
  // The part at which the limit was exceeded is arbitrary: the whole expression is too large.
  return 'why' in result && result.why === 'value-too-large' ? { ...result, unreadable: expression } : result;
}

class Evaluator {
  readonly #analysis: Analysis;
  /** The lists and objects around the expression being read, because a constant can contain itself. */
  readonly #around = new Set<ts.Expression>();
  #expressions = 0;
  #characters = 0;

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
  }

  read(expression: ts.Expression): Evaluation {
    const node = dereference(expression, this.#analysis);
    this.#expressions += 1;
    // A computed string is as long as the strings it is built from.
    this.#characters += ownCharacters(node);
    if (this.#expressions > mostExpressions || this.#characters > mostCharacters) {
      return { unreadable: expression, why: 'value-too-large' };
    }
    if (typescript.isStringLiteralLike(node)) return { value: node.text };
    if (typescript.isNumericLiteral(node)) return exactNumber(node);
    if (node.kind === SyntaxKind.TrueKeyword) return { value: true };
    if (node.kind === SyntaxKind.FalseKeyword) return { value: false };
    if (node.kind === SyntaxKind.NullKeyword) return { value: null };
    if (typescript.isPrefixUnaryExpression(node)) return this.#readSigned(node);
    const computed = compute(node, (each) => this.read(each));
    if (computed !== undefined) return computed;
    const isList = typescript.isArrayLiteralExpression(node);
    if (isList || typescript.isObjectLiteralExpression(node)) {
      if (this.#around.has(node)) return { unreadable: expression };
      this.#around.add(node);
      const result = isList ? this.#readArray(node) : this.#readObject(node);
      this.#around.delete(node);
      return result;
    }
    const constant = shorthandIn(node, this.#analysis);
    if (constant !== undefined) return this.read(constant);
    const value = enumValue(node, this.#analysis);
    return value === undefined ? { unreadable: node } : { value };
  }

  #readSigned(node: ts.PrefixUnaryExpression): Evaluation {
    const operand = this.read(node.operand);
    if ('why' in operand) return operand;
    if (!('value' in operand) || typeof operand.value !== 'number') return { unreadable: node };
    if (node.operator === SyntaxKind.MinusToken) return { value: -operand.value };
    return node.operator === SyntaxKind.PlusToken ? operand : { unreadable: node };
  }

  #readArray(node: ts.ArrayLiteralExpression): Evaluation {
    const values: JsonValue[] = [];
    for (const element of elementsOf(node, this.#analysis)) {
      const result = this.read(element);
      // A gap, as in `[1, , 2]`, has no text to point at.
      if (!('value' in result)) return typescript.isOmittedExpression(element) ? { unreadable: node } : result;
      values.push(result.value);
    }
    return { value: values };
  }

  #readObject(node: ts.ObjectLiteralExpression): Evaluation {
    const entries = new Map<string, JsonValue>();
    for (const property of propertiesOf(node, this.#analysis)) {
      const assigned = propertyAssigned(property);
      if (assigned === undefined) return { unreadable: property };
      if (entries.has(assigned.name)) return { unreadable: property.name ?? property, why: 'duplicate-key' };
      const result = this.read(assigned.value);
      if (!('value' in result)) return result;
      entries.set(assigned.name, result.value);
    }
    return { value: Object.fromEntries(entries) };
  }
}

/** Returns the number of characters that an expression itself adds to a string, without its parts. */
function ownCharacters(node: ts.Expression): number {
  if (typescript.isStringLiteralLike(node)) return node.text.length;
  if (!typescript.isTemplateExpression(node)) return 0;
  return node.templateSpans.reduce((sum, { literal }) => sum + literal.text.length, node.head.text.length);
}

/** Returns a number that JSON can represent: finite, and not rounded to a different integer. */
function exactNumber(node: ts.NumericLiteral): Evaluation {
  const value = Number(node.text);
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || isAsWritten(node, value));
  return isExact ? { value } : { unreadable: node, why: 'inexact-number' };
}

function isAsWritten(node: ts.NumericLiteral, value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  // The compiler's text of a literal is the rounded number, so the source text is used. 1e21 is exact as written.
  const text = node.getText().replaceAll('_', '');
  return !/^(\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(text) || BigInt(text) === BigInt(value);
}

/** Returns the constant that `object.name` refers to if the object is declared as `{ name }`. */
function shorthandIn(node: ts.Expression, analysis: Analysis): ts.Expression | undefined {
  if (!typescript.isPropertyAccessExpression(node)) return undefined;
  const property = analysis.symbolAt(node)?.valueDeclaration;
  return property && typescript.isShorthandPropertyAssignment(property) ? property.name : undefined;
}

/** Returns the value of an enum member as the compiler assigned or computed it. */
function enumValue(node: ts.Expression, analysis: Analysis): string | number | undefined {
  if (!typescript.isPropertyAccessExpression(node)) return undefined;
  const member = analysis.symbolAt(node)?.valueDeclaration;
  return member && typescript.isEnumMember(member) ? analysis.checker.getConstantValue(member) : undefined;
}

/**
 * Returns the expression that another one resolves to: parentheses, `as` and `satisfies` are removed, and a `const` or
 * a member of a constant object is replaced by its initializer.
 */
export function dereference(expression: ts.Expression, analysis: Analysis, depth = 0): ts.Expression {
  if (isAssertion(expression)) return dereference(expression.expression, analysis, depth);
  // The depth is limited because a constant can be initialized with itself.
  if (depth > 20 || !(typescript.isIdentifier(expression) || typescript.isPropertyAccessExpression(expression))) {
    return expression;
  }
  const declaration = analysis.symbolAt(expression)?.valueDeclaration;
  const initializer = declaration === undefined ? undefined : constantInitializer(declaration);
  return initializer === undefined ? expression : dereference(initializer, analysis, depth + 1);
}

function constantInitializer(declaration: ts.Declaration): ts.Expression | undefined {
  if (typescript.isVariableDeclaration(declaration)) {
    const isConst = (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0;
    return isConst ? declaration.initializer : undefined;
  }
  if (typescript.isPropertyAssignment(declaration)) return declaration.initializer;
  return undefined;
}

/**
 * Returns the elements of a list, including those of constant lists that it spreads. A spread that cannot be read is
 * returned as it is, and so is one that repeats a list around it.
 */
export function elementsOf(list: ts.ArrayLiteralExpression, analysis: Analysis): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const around = new Set<ts.Node>();
  // Empty lists can be spread too, so limiting the elements is not enough.
  let lists = 0;
  const add = (part: ts.ArrayLiteralExpression): void => {
    around.add(part);
    lists += 1;
    for (const element of part.elements) {
      const spread = typescript.isSpreadElement(element) ? dereference(element.expression, analysis) : undefined;
      const isRead = spread !== undefined && typescript.isArrayLiteralExpression(spread) && !around.has(spread);
      if (isRead && found.length + lists < mostExpressions) add(spread);
      else found.push(element);
    }
    around.delete(part);
  };
  add(list);
  return found;
}

/**
 * Returns the properties of an object, including those of constant objects that it spreads, except those that a later
 * part overrides. A spread that cannot be read is returned as it is, and so is one that repeats an object around it.
 */
export function propertiesOf(
  object: ts.ObjectLiteralExpression,
  analysis: Analysis,
): readonly ts.ObjectLiteralElementLike[] {
  if (!object.properties.some(typescript.isSpreadAssignment)) return object.properties;
  const found: ts.ObjectLiteralElementLike[] = [];
  const around = new Set<ts.Node>();
  let objects = 0;
  const add = (part: ts.ObjectLiteralExpression): void => {
    around.add(part);
    objects += 1;
    for (const property of part.properties) {
      const spread = typescript.isSpreadAssignment(property) ? dereference(property.expression, analysis) : undefined;
      const isRead = spread !== undefined && typescript.isObjectLiteralExpression(spread) && !around.has(spread);
      if (isRead && found.length + objects < mostExpressions) add(spread);
      else found.push(property);
    }
    around.delete(part);
  };
  add(object);
  return withoutOverridden(found);
}

/** Removes properties that a later part overrides. Names that occur twice in one object are kept, because they are a mistake. */
function withoutOverridden(properties: readonly ts.ObjectLiteralElementLike[]): readonly ts.ObjectLiteralElementLike[] {
  const owners = new Map<string, ts.Node>();
  const kept = properties.toReversed().filter((each) => {
    const name = propertyAssigned(each)?.name;
    if (name === undefined) return true;
    const owner = owners.get(name) ?? each.parent;
    owners.set(name, owner);
    return owner === each.parent;
  });
  return kept.toReversed();
}

/**
 * Returns the name and value of `name: value`, `['name']: value` or `name`; undefined for what cannot be read: spreads,
 * methods, other computed names.
 */
export function propertyAssigned(
  property: ts.ObjectLiteralElementLike,
): { readonly name: string; readonly value: ts.Expression } | undefined {
  if (typescript.isShorthandPropertyAssignment(property)) return { name: property.name.text, value: property.name };
  if (!typescript.isPropertyAssignment(property) || typescript.isPrivateIdentifier(property.name)) return undefined;
  const name = literalName(property.name);
  return name === undefined ? undefined : { name, value: property.initializer };
}

/** Returns the text of a name; also of `['__proto__']`, which is an ordinary name only in brackets. */
function literalName(name: Exclude<ts.PropertyName, ts.PrivateIdentifier>): string | undefined {
  if (!typescript.isComputedPropertyName(name)) return name.text;
  return typescript.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
