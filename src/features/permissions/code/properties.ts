import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { declarationName, isOfRuntime } from './calls.js';
import { followRestOf, restBinding } from './rest.js';
import { membersOf } from './heritage.js';
import type { PropertyChange } from './changes.js';
import type { Following } from './following.js';

/** Follows a property of a value: of an object or of an array. */
export function followPropertyOf(value: ts.Expression, name: string, to: Following): void {
  const rest = restBinding(value);
  if (rest !== undefined) return followRestOf(rest, name, to);
  if (typescript.isObjectLiteralExpression(value)) {
    const index = value.properties.findLastIndex((each) => declarationName(each) === name);
    const property = value.properties[index];
    // A later spread can replace it.
    const spreads = value.properties.slice(index + 1).filter(typescript.isSpreadAssignment);
    if (property !== undefined) to.followDeclaration(property);
    for (const each of spreads) to.followProperty(each.expression, name);
    const isChanged = followChanges(value, name, to);
    // An object that is created without a property that its type requires gets the property in an unknown place.
    if (property === undefined && spreads.length === 0 && !isChanged && isRequired(value, name, to)) to.isOpen = true;
  } else if (typescript.isNewExpression(value)) {
    const [made] = to.program.checker.getTypeAtLocation(value).symbol?.declarations ?? [];
    const members = made !== undefined && typescript.isClassLike(made) ? membersOf(made, name, to.program) : [];
    for (const each of members) to.followDeclaration(each);
    to.isOpen ||= members.length === 0;
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

/** Follows the values that a property of an object gets after the object's creation, and reports whether there are any. */
export function followChanges(object: ts.Expression, name: string, to: Following): boolean {
  let isChanged = false;
  for (const change of to.sites.changesOf(name)) {
    if (!isChangeOf(change, object, name, to)) continue;
    isChanged = true;
    if ('from' in change.to) to.followProperty(change.to.from, change.to.name);
    else to.follow(change.to);
  }
  return isChanged;
}

/** Reports whether a change can affect an object: by its type, or because the object reaches the place of the change. */
function isChangeOf(change: PropertyChange, object: ts.Expression, name: string, to: Following): boolean {
  const { checker } = to.program;
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(change.object), name);
  const declared = property?.declarations ?? [];
  const own = [propertyOf(object, name, to), checker.getPropertyOfType(checker.getTypeAtLocation(object), name)];
  const isSame = own.some((each) => each?.declarations?.some((one) => declared.includes(one)) === true);
  const isOfProject = declared.some((each) => to.sites.has(each.getSourceFile()));
  return (isSame && isOfProject) || to.aside((trace) => trace.follow(change.object)).values.has(object);
}

/** Returns a property of the expected type of an object. */
function propertyOf(object: ts.Expression, name: string, { program: { checker } }: Following): ts.Symbol | undefined {
  const type = checker.getContextualType(object);
  return type && checker.getPropertyOfType(checker.getNonNullableType(type), name);
}

function isRequired(object: ts.Expression, name: string, to: Following): boolean {
  const property = propertyOf(object, name, to);
  return property !== undefined && (property.flags & typescript.SymbolFlags.Optional) === 0;
}

/** Reports whether a property is an element of a list. */
export function isIndex(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Reports whether a property is an element of a list, or a part of a result of the runtime: `items` of `client.list(Pod)`. */
export function isOfWhole(owner: ts.Expression, name: string, program: SourceProgram): boolean {
  const { checker } = program;
  const type = checker.getTypeAtLocation(owner);
  if (isIndex(name)) return checker.isArrayType(type);
  return isOfRuntime(checker.getPropertyOfType(type, name)?.declarations?.[0], program);
}
