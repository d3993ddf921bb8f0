import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isFunctionLike } from './calls.js';
import type { Passed } from './calls-of-function.js';
import type { Following } from './following.js';

/** Returns the values that the standard library passes for a parameter. */
export function passedFor(parameter: ts.ParameterDeclaration, to: Following): readonly Passed[] {
  const owner = parameter.parent;
  if (!isFunctionLike(owner)) return [];
  const index = owner.parameters.indexOf(parameter);
  const { passed } = to.sites.callsOf(owner);
  const own = passed.filter((each) => each.index === index);
  to.isOpen ||= passed.length > 0 && own.length === 0;
  return own;
}

/** Returns the arguments that calls pass for a parameter. */
export function argumentsFor(parameter: ts.ParameterDeclaration, to: Following): readonly ts.Expression[] {
  const owner = parameter.parent;
  if (!isFunctionLike(owner)) {
    to.isOpen = true;
    return [];
  }
  const index = owner.parameters.indexOf(parameter);
  const { calls, passed, isOpen } = to.sites.callsOf(owner);
  to.isOpen ||= isOpen;
  to.isUnused ||= calls.length + passed.length === 0;
  const isRest = parameter.dotDotDotToken !== undefined;
  return calls.flatMap(({ given: all }): readonly ts.Expression[] => {
    const spread = all.findIndex(typescript.isSpreadElement);
    if (!isRest && (spread === -1 || spread > index)) return all[index] === undefined ? [] : [all[index]];
    // The index in the spread is unknown.
    const from = isRest && spread === -1 ? index : Math.min(index, spread);
    return all.slice(from).flatMap((each) => {
      if (!typescript.isSpreadElement(each)) return [each];
      const { values, isOpen: isMore } = to.part((part) => part.followElements(each.expression));
      to.isOpen ||= isMore;
      return [...values];
    });
  });
}
