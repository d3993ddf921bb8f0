import { typescript, type ts } from '../compiler/compiler.js';
import { declarationName } from './calls.js';
import type { Following } from './following.js';

/** Follows a property of a value: of an object or of an array. */
export function followPropertyOf(value: ts.Expression, name: string, to: Following): void {
  if (typescript.isObjectLiteralExpression(value)) {
    const property = value.properties.find((each) => declarationName(each) === name);
    if (property !== undefined) return to.followDeclaration(property);
    for (const each of value.properties)
      if (typescript.isSpreadAssignment(each)) to.followProperty(each.expression, name);
    followLater(value, name, to);
  } else if (typescript.isCallExpression(value) && isIndex(name)) {
    const [list] = value.arguments;
    if (value.expression.getText() === 'Promise.all' && list !== undefined) to.followProperty(list, name);
    else to.followElementsOf(value);
  } else if (typescript.isCallExpression(value) && value.expression.getText() === 'Object.fromEntries')
    to.followElementsOf(value);
  else if (typescript.isArrayLiteralExpression(value) && isIndex(name)) {
    const element = value.elements[Number(name)];
    if (element === undefined || value.elements.some(typescript.isSpreadElement)) to.followElementsOf(value);
    else to.follow(element);
  } else to.isOpen = true;
}

/** Follows what is assigned to a property of an object after it was made without it. */
function followLater(object: ts.ObjectLiteralExpression, name: string, to: Following): void {
  const { checker } = to.program;
  const type = checker.getContextualType(object);
  const property = type && checker.getPropertyOfType(checker.getNonNullableType(type), name);
  const [declaration] = property?.declarations ?? [];
  if (declaration === undefined || !to.sites.has(declaration.getSourceFile())) return;
  for (const value of to.sites.assignedTo(declaration).values) to.follow(value);
}

/** Reports whether a property is an element of a list. */
export function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}
