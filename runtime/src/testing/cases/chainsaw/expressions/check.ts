import { messageOf } from '../../../../errors/causes.js';
import { compile, type Node } from './library.js';

/** Names of the bindings that an expression can use, without the dollar. */
export type Scope = ReadonlySet<string>;

/** Reason why an expression cannot be evaluated here. */
export interface ExpressionProblem {
  readonly reason: 'invalid' | 'unsupported';
  /** Part that is unsupported or wrong, such as `the function k8s_get`. */
  readonly what: string;
  readonly help: string;
}

/**
 * Functions with the same results as in chainsaw, also for objects of a cluster. Its functions on numbers refuse the integers
 * of objects, and the order of its `keys` and `values` is random.
 */
export const functions: readonly string[] = [
  'contains',
  'ends_with',
  'env',
  'join',
  'keys',
  'length',
  'lower',
  'not_null',
  'split',
  'starts_with',
  'to_array',
  'to_number',
  'to_string',
  'trim_space',
  'upper',
  'values',
];

/** Functions whose results are numbers. */
const numeric: readonly string[] = ['length', 'to_number'];

/** Bindings of chainsaw itself. */
const unsupportedBindings = ['client', 'cluster', 'config', 'operation', 'step', 'test', 'values'];

/** Maximum length of an expression. Its parser and what reads its tree are recursive. */
const longest = 2000;

/** Returns the first problem of an expression; undefined for one that can be evaluated. */
export function expressionProblem(statement: string, engine: string, scope: Scope): ExpressionProblem | undefined {
  if (engine !== '' && engine !== 'jp') {
    if (engine === 'cel') return unsupported('an expression in CEL', 'write it in JMESPath, without "cel;"');
    return { reason: 'invalid', what: `there is no language "${engine}"`, help: 'remove it, or write jp' };
  }
  if (statement.length > longest) {
    const what = `it has more than ${longest} characters`;
    return { reason: 'invalid', what, help: 'split it with bindings' };
  }
  let node: Node;
  try {
    node = compile(statement);
  } catch (error) {
    return { reason: 'invalid', what: messageOf(error), help: 'correct the expression' };
  }
  return problemOf(node, scope);
}

function unsupported(what: string, help: string): ExpressionProblem {
  return { reason: 'unsupported', what, help };
}

function problemOf(node: Node, scope: Scope): ExpressionProblem | undefined {
  switch (node.type) {
    case 'Function':
      return functionProblem(node.name, node.children) ?? firstOf(node.children, scope);
    case 'Variable':
      return bindingProblem(node.name, scope);
    case 'Comparator':
      return comparisonProblem(node) ?? firstOf([node.left, node.right], scope);
    case 'Root':
      return unsupported('$ without a name', 'write @ for the value, or the name of a binding');
    case 'LetExpression':
    case 'Binding':
      return unsupported('let', 'add a binding to the operation instead');
    case 'Ternary':
      return unsupported('the operator ?', 'write && and ||');
    case 'ExpressionReference':
      return unsupported('a reference with &', `use a filter such as items[?field == 'value']`);
    case 'Flatten':
    case 'NotExpression':
      return problemOf(node.child, scope);
    case 'Unary':
      return problemOf(node.operand, scope);
    case 'MultiSelectHash':
      return firstOf(
        node.children.map(({ value }) => value),
        scope,
      );
    case 'MultiSelectList':
      return firstOf(node.children, scope);
    case 'FilterProjection':
      return firstOf([node.left, node.condition, node.right], scope);
    case 'Field':
    case 'Literal':
    case 'Index':
    case 'Slice':
    case 'Identity':
    case 'Current':
      return undefined;
    default:
      return firstOf([node.left, node.right], scope);
  }
}

function firstOf(nodes: readonly Node[], scope: Scope): ExpressionProblem | undefined {
  for (const each of nodes) {
    const problem = problemOf(each, scope);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function functionProblem(name: string, given: readonly Node[]): ExpressionProblem | undefined {
  if (!functions.includes(name)) return unsupported(`the function ${name}`, `use one of ${functions.join(', ')}`);
  if (name === 'contains' && given[1] !== undefined && isNumeric(given[1]))
    return unsupported('contains with a number', 'compare the items: items[?@ >= `3` && @ <= `3`]');
  return undefined;
}

function bindingProblem(name: string, scope: Scope): ExpressionProblem | undefined {
  if (scope.has(name)) return undefined;
  if (unsupportedBindings.includes(name))
    return unsupported(`the binding $${name}`, 'add a binding with the value to the test');
  const known = [...scope].map((each) => `$${each}`).join(', ');
  return { reason: 'invalid', what: `no binding is called $${name}`, help: `add it, or use one of ${known}` };
}

/**
 * chainsaw never finds an integer of an object equal to a number of an expression, because it compares their types in Go.
 */
function comparisonProblem({
  name,
  left,
  right,
}: Node & { readonly type: 'Comparator' }): ExpressionProblem | undefined {
  if (name !== 'EQ' && name !== 'NE') return undefined;
  const sides = [left, right];
  if (!sides.some(isNumeric) || sides.every((each) => isNumeric(each) || isOtherLiteral(each))) return undefined;
  const help = 'write the number as the value, such as (spec.replicas): 3, or compare with >= and <=';
  return unsupported('a number in a comparison with == or !=', help);
}

function isNumeric(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  if (node.type === 'Function') return numeric.includes(node.name);
  return node.type === 'Arithmetic' || node.type === 'Unary';
}

function isOtherLiteral(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value !== 'number';
}
