import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import {
  argumentAt,
  declarationName,
  isConst,
  isFunctionLike,
  isOfRuntime,
  unquoted,
  type FunctionLike,
} from './calls.js';
import { isSignature, type Signature } from './heritage.js';
import { argumentsFor, passedFor } from './passed-values.js';
import { pairsOf } from './collections.js';
import { isMap } from './map-type.js';
import type { Following } from './following.js';
import type { AssignedPart } from './patterns.js';

/** Follows the value of a declaration: a variable, a parameter, a property. */
export function followDeclared(declaration: ts.Declaration, to: Following): void {
  // A type can have the same name as a value.
  if (typescript.isInterfaceDeclaration(declaration) || typescript.isTypeAliasDeclaration(declaration)) return;
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
  } else if (isSignature(declaration)) followImplementations(declaration, to);
  // In JavaScript, an assignment declares a property.
  else if (typescript.isBinaryExpression(declaration)) to.follow(declaration.right);
  else if (typescript.isGetAccessorDeclaration(declaration)) followGetter(declaration, to);
  else if (isFunctionLike(declaration)) to.values.add(declaration as unknown as ts.Expression);
  else to.isOpen = true;
}

/** Follows a getter, and the members that override it in subclasses. */
function followGetter(declaration: ts.GetAccessorDeclaration, to: Following): void {
  to.followReturns(declaration);
  const overrides = to.sites.overridesOf(declaration.parent, declarationName(declaration));
  for (const each of overrides) to.followDeclaration(each);
  to.isOpen ||= declaration.body === undefined && overrides.length === 0;
}

/** Follows the implementations of a member of an interface: in object literals, and in classes. */
function followImplementations(declaration: Signature, to: Following): void {
  const found = to.sites.implementationsOf(declaration);
  for (const each of found) to.followDeclaration(each);
  const assigned = to.part((trace) => followAssignments(declaration, trace));
  for (const value of assigned.values) to.values.add(value);
  to.isOpen ||= assigned.isOpen && found.length === 0;
}

function followVariable(declaration: ts.VariableDeclaration, to: Following): void {
  const loop = declaration.parent.parent;
  if (typescript.isForOfStatement(loop)) to.followElements(loop.expression);
  else if (declaration.initializer !== undefined) to.follow(declaration.initializer);
  const isDeclared = typescript.getCombinedModifierFlags(declaration) & typescript.ModifierFlags.Ambient;
  if (isDeclared) to.isOpen = true;
  if (!isConst(declaration)) followAssignments(declaration, to);
}

/** Follows a single name of a destructuring pattern. */
function followBinding(declaration: ts.BindingElement, to: Following): void {
  const pattern = declaration.parent;
  if (declaration.initializer !== undefined) to.follow(declaration.initializer);
  const name = boundName(declaration);
  const source = pattern.parent;
  if (declaration.dotDotDotToken !== undefined) to.values.add(declaration.name as ts.Node as ts.Expression);
  else if (isOfRuntimeIn(declaration, to.program)) to.values.add(declaration.name as ts.Node as ts.Expression);
  else if (typescript.isBindingElement(source)) {
    const outer = to.part((trace) => followBinding(source, trace));
    to.isOpen ||= outer.isOpen;
    for (const value of outer.values) to.followProperty(value, name);
  } else if (typescript.isParameter(source)) {
    for (const value of argumentsFor(source, to)) to.followProperty(value, name);
    for (const { from, as } of passedFor(source, to)) {
      if (as === 'value') to.followProperty(from, name);
      else followPartOfElements(from, name, to);
    }
  } else if (typescript.isForOfStatement(source.parent.parent))
    followPartOfElements(source.parent.parent.expression, name, to);
  else if (source.initializer !== undefined) to.followProperty(source.initializer, name);
  else to.isOpen = true;
}

/** Returns the name or the index of the property that a part of a pattern takes. */
function boundName(declaration: ts.BindingElement): string {
  const { parent: pattern } = declaration;
  return typescript.isArrayBindingPattern(pattern)
    ? `${pattern.elements.indexOf(declaration)}`
    : unquoted(declaration.propertyName ?? declaration.name);
}

/** Reports whether the runtime declares a property that a pattern takes. The origin of such a property is unknown. */
export function isOfRuntimeIn(declaration: ts.BindingElement, program: SourceProgram): boolean {
  const { checker } = program;
  const property = checker.getPropertyOfType(checker.getTypeAtLocation(declaration.parent), boundName(declaration));
  return isOfRuntime(property?.declarations?.[0], program);
}

/** Follows a property of each element of a collection. */
function followPartOfElements(collection: ts.Expression, name: string, to: Following): void {
  const pairs = pairsOf(collection);
  const map = pairs ?? collection;
  if ((name === '0' || name === '1') && isMap(map, to.program)) return to.followEntries(map, name);
  if (pairs !== undefined) {
    if (name === '1') to.followElements(pairs);
    return;
  }
  const { values, isOpen } = to.part((part) => part.followElements(collection));
  to.isOpen ||= isOpen;
  for (const value of values) to.followProperty(value, name);
}

/** Follows the arguments that calls pass for a parameter, and its default. */
export function followParameter(parameter: ts.ParameterDeclaration, to: Following): void {
  if (typescript.isSetAccessorDeclaration(parameter.parent)) return followAssignments(parameter.parent, to);
  if (parameter.initializer !== undefined) to.follow(parameter.initializer);
  for (const value of argumentsFor(parameter, to)) to.follow(value);
  for (const { from, as } of passedFor(parameter, to)) {
    if (as === 'element') to.followElements(from);
    else if (as === 'value') to.follow(from);
    else to.followEntries(from, as);
  }
}

/** Follows a single argument of a rest parameter. */
export function followRest(parameter: ts.ParameterDeclaration, index: number, to: Following): void {
  const owner = parameter.parent;
  if (!isFunctionLike(owner)) return void (to.isOpen = true);
  const { calls, isOpen } = to.sites.callsOf(owner);
  to.isOpen ||= isOpen;
  to.isUnused ||= calls.length === 0;
  for (const { given } of calls) {
    const argument = argumentAt(given, owner.parameters.indexOf(parameter) + index);
    if (argument?.element !== undefined) to.followProperty(argument.expression, argument.element);
    else if (argument !== undefined) to.follow(argument.expression);
  }
}

/** Follows the values that are assigned to a variable or a property, in classes and in object literals. */
function followAssignments(declaration: ts.NamedDeclaration, to: Following): void {
  const { values, parts, isOpen } = to.sites.assignedTo(declaration);
  const changes = changesOf(declaration, to);
  to.isOpen ||= isOpen && changes.length === 0;
  for (const value of values) {
    if (typescript.isGetAccessorDeclaration(value)) to.followReturns(value as ts.Node as FunctionLike);
    else to.follow(value);
  }
  for (const { from, name } of [...parts, ...changes]) to.followProperty(from, name);
}

/** Returns the changes of a property of a class or an interface by calls such as `Object.assign`. */
function changesOf(declaration: ts.NamedDeclaration, { sites, program }: Following): readonly AssignedPart[] {
  if (!typescript.isPropertyDeclaration(declaration) && !typescript.isPropertySignature(declaration)) return [];
  const { checker } = program;
  const name = declarationName(declaration);
  return sites.changesOf(name).flatMap(({ object, to }) => {
    if (!('from' in to)) return [];
    const property = checker.getPropertyOfType(checker.getTypeAtLocation(object), name);
    return property?.declarations?.includes(declaration) === true ? [to] : [];
  });
}
