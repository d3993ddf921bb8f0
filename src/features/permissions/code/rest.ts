import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Following } from './following.js';
import { argumentsFor, passedFor } from './passed-values.js';

/** Returns the binding of `...rest` in a pattern that declares a value's name; undefined for other values. */
export function restBinding({ parent }: ts.Expression): ts.BindingElement | undefined {
  return parent !== undefined && typescript.isBindingElement(parent) && parent.dotDotDotToken ? parent : undefined;
}

/** Follows an element or a property of the rest of a pattern. For a list, this can be any element. */
export function followRestOf({ parent: pattern }: ts.BindingElement, name: string | undefined, to: Following): void {
  const isProperty = name !== undefined && typescript.isObjectBindingPattern(pattern);
  const follow = (whole: ts.Expression): void =>
    isProperty ? to.followProperty(whole, name) : to.followElements(whole);
  const source = pattern.parent;
  if (typescript.isParameter(source)) {
    for (const value of argumentsFor(source, to)) follow(value);
    to.isOpen ||= passedFor(source, to).length > 0;
  } else if (typescript.isVariableDeclaration(source) && source.initializer !== undefined) follow(source.initializer);
  else to.isOpen = true;
}

/** Reports whether a declaration is a rest parameter. */
export function isRest(declaration: ts.Declaration | undefined): declaration is ts.ParameterDeclaration {
  return declaration !== undefined && typescript.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}
