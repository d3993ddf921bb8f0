import { typescript, type ts } from '../compiler/compiler.js';
import { argumentsOf, declarationName, isFunctionLike, unquoted } from './calls.js';
import { pairsOf } from './collections.js';
import type { Following } from './following.js';
import type { Passed } from './function-calls.js';

/** Follows what a declaration holds: a variable, a parameter, a property. */
export function followDeclared(declaration: ts.Declaration, to: Following): void {
  if (typescript.isVariableDeclaration(declaration)) followVariable(declaration, to);
  else if (typescript.isBindingElement(declaration)) followBinding(declaration, to);
  else if (typescript.isParameter(declaration)) {
    followParameter(declaration, to);
    // A parameter property is assigned in the class as well.
    if (typescript.isParameterPropertyDeclaration(declaration, declaration.parent))
      for (const value of to.sites.assignedTo(declaration).values) to.follow(value);
  } else if (typescript.isPropertyAssignment(declaration)) to.follow(declaration.initializer);
  else if (typescript.isShorthandPropertyAssignment(declaration)) to.follow(declaration.name);
  else if (typescript.isPropertyDeclaration(declaration)) {
    if (declaration.initializer !== undefined) to.follow(declaration.initializer);
    const overrides = to.sites.overridesOf(declaration.parent, declarationName(declaration));
    for (const each of overrides) to.followDeclaration(each);
    if (overrides.length === 0) followAssignments(declaration, to);
  } else if (typescript.isPropertySignature(declaration)) followAssignments(declaration, to);
  else if (typescript.isGetAccessorDeclaration(declaration)) to.followReturns(declaration);
  else if (isFunctionLike(declaration)) to.values.add(declaration as unknown as ts.Expression);
  else to.isOpen = true;
}

function followVariable(declaration: ts.VariableDeclaration, to: Following): void {
  const loop = declaration.parent.parent;
  if (typescript.isForOfStatement(loop)) to.followElements(loop.expression);
  else if (declaration.initializer !== undefined) to.follow(declaration.initializer);
  const isDeclared = typescript.getCombinedModifierFlags(declaration) & typescript.ModifierFlags.Ambient;
  if (isDeclared) to.isOpen = true;
  const isConstant = (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0;
  if (!isConstant) followAssignments(declaration, to);
}

/** Follows one name of a destructuring. */
function followBinding(declaration: ts.BindingElement, to: Following): void {
  const pattern = declaration.parent;
  if (declaration.initializer !== undefined) to.follow(declaration.initializer);
  const name = typescript.isArrayBindingPattern(pattern)
    ? `${pattern.elements.indexOf(declaration)}`
    : unquoted(declaration.propertyName ?? declaration.name);
  const source = pattern.parent;
  if (declaration.dotDotDotToken !== undefined) to.isOpen = true;
  else if (typescript.isBindingElement(source)) {
    const outer = to.part((trace) => followBinding(source, trace));
    to.isOpen ||= outer.isOpen;
    for (const value of outer.values) to.followProperty(value, name);
  } else if (typescript.isParameter(source)) {
    for (const value of argumentsFor(source, to)) to.followProperty(value, name);
    for (const { from, isElement } of passedFor(source, to)) {
      if (isElement) followPartOfElements(from, name, to);
      else to.followProperty(from, name);
    }
  } else if (typescript.isForOfStatement(source.parent.parent))
    followPartOfElements(source.parent.parent.expression, name, to);
  else if (source.initializer !== undefined) to.followProperty(source.initializer, name);
  else to.isOpen = true;
}

/** Follows a property of each element of a collection. */
function followPartOfElements(collection: ts.Expression, name: string, to: Following): void {
  const pairs = pairsOf(collection);
  if (pairs !== undefined) {
    if (name === '1') to.followElements(pairs);
    return;
  }
  const { values, isOpen } = to.part((part) => part.followElements(collection));
  to.isOpen ||= isOpen;
  for (const value of values) to.followProperty(value, name);
}

/** Follows what calls pass for a parameter, and its default. */
export function followParameter(parameter: ts.ParameterDeclaration, to: Following): void {
  if (parameter.initializer !== undefined) to.follow(parameter.initializer);
  for (const value of argumentsFor(parameter, to)) to.follow(value);
  for (const { from, isElement } of passedFor(parameter, to)) {
    if (isElement) to.followElements(from);
    else to.follow(from);
  }
}

/** Returns what the standard library passes for a parameter. */
function passedFor(parameter: ts.ParameterDeclaration, to: Following): readonly Passed[] {
  const owner = parameter.parent;
  if (!isFunctionLike(owner)) return [];
  const index = owner.parameters.indexOf(parameter);
  const { passed } = to.sites.callsOf(owner);
  to.isOpen ||= passed.some((each) => each.index !== index);
  return passed.filter((each) => each.index === index);
}

/** Returns the arguments that calls pass for a parameter. */
function argumentsFor(parameter: ts.ParameterDeclaration, to: Following): readonly ts.Expression[] {
  const owner = parameter.parent;
  if (!isFunctionLike(owner)) {
    to.isOpen = true;
    return [];
  }
  const index = owner.parameters.indexOf(parameter);
  const { calls, boundCalls, isOpen } = to.sites.callsOf(owner);
  to.isOpen ||= isOpen;
  const isRest = parameter.dotDotDotToken !== undefined;
  const lists = [...calls.map(argumentsOf), ...boundCalls.map((call) => argumentsOf(call).slice(1))];
  return lists.flatMap((all): readonly ts.Expression[] => {
    const spread = all.findIndex(typescript.isSpreadElement);
    if (!isRest && (spread === -1 || spread > index)) return all[index] === undefined ? [] : [all[index]];
    // Which element of a spread it is cannot be told.
    const from = isRest && spread === -1 ? index : Math.min(index, spread);
    return all.slice(from).flatMap((each) => {
      if (!typescript.isSpreadElement(each)) return [each];
      const { values, isOpen: isMore } = to.part((part) => part.followElements(each.expression));
      to.isOpen ||= isMore;
      return [...values];
    });
  });
}

/** Follows what is assigned to a variable or a property, in classes and in object literals. */
function followAssignments(declaration: ts.NamedDeclaration, to: Following): void {
  const { values, isOpen } = to.sites.assignedTo(declaration);
  to.isOpen ||= isOpen;
  for (const value of values) to.follow(value);
}
