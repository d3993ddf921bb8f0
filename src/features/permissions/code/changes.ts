import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isAssignment, unquoted, visitAll } from './calls.js';
import { partOfAssignment, type AssignedPart } from './patterns.js';

/** Code that changes a property of an object after its creation. */
export interface PropertyChange {
  readonly object: ts.Expression;
  /** The value, or the object that has the value as a property. */
  readonly to: ts.Expression | AssignedPart;
}

/** Change by a call such as `Object.assign(object, ...)`, which can change any property. */
interface CallChange {
  readonly object: ts.Expression;
  /** Returns the new values of a property; none if it is not changed. */
  readonly of: (name: string) => readonly PropertyChange['to'][];
}

/** Returns the change of a property by an assignment to a name: `object.kind = Pod`, `object['kind'] = Pod`. */
export function changeAt(node: ts.Node): PropertyChange | undefined {
  const access = node.parent;
  const isMember =
    (typescript.isPropertyAccessExpression(access) && access.name === node) ||
    (typescript.isElementAccessExpression(access) && access.argumentExpression === node);
  if (!isMember || access.expression.kind === typescript.SyntaxKind.ThisKeyword) return undefined;
  const part = partOfAssignment(node);
  if (part !== undefined) return { object: access.expression, to: part };
  const assignment = access.parent;
  if (!isAssignment(assignment) || assignment.left !== access) return undefined;
  return { object: access.expression, to: assignment.right };
}

/** Returns the changes by calls of the standard library in a file. */
export function callChangesIn(file: ts.SourceFile): readonly CallChange[] {
  if (!/Object\.(?:assign|defineProperty)|Reflect\.set/.test(file.text)) return [];
  const found: CallChange[] = [];
  visitAll(file, (node) => {
    const change = typescript.isCallExpression(node) ? callChange(node) : undefined;
    if (change !== undefined) found.push(change);
  });
  return found;
}

function callChange({ expression, arguments: given }: ts.CallExpression): CallChange | undefined {
  const [object, first, second] = given;
  if (object === undefined || first === undefined) return undefined;
  const isFor = (name: string): boolean => !typescript.isStringLiteralLike(first) || first.text === name;
  switch (expression.getText()) {
    case 'Object.assign':
      return { object, of: (name) => given.slice(1).map((from) => ({ from, name })) };
    case 'Reflect.set':
      return { object, of: (name) => (second !== undefined && isFor(name) ? [second] : []) };
    case 'Object.defineProperty':
      return { object, of: (name) => (second !== undefined && isFor(name) ? describedBy(second) : []) };
    default:
      return undefined;
  }
}

/** Returns the value of `{ value: Pod }`, or the result of the accessor in `{ get: () => Pod }` if it is a single expression. */
function describedBy(descriptor: ts.Expression): readonly PropertyChange['to'][] {
  if (!typescript.isObjectLiteralExpression(descriptor)) return [{ from: descriptor, name: 'value' }];
  return descriptor.properties.flatMap((each): readonly ts.Expression[] => {
    const name = each.name === undefined ? '' : unquoted(each.name);
    if (!typescript.isPropertyAssignment(each)) return [];
    const { initializer } = each;
    if (name === 'value') return [initializer];
    const isShort = name === 'get' && typescript.isArrowFunction(initializer) && !typescript.isBlock(initializer.body);
    return isShort ? [initializer.body] : [];
  });
}
