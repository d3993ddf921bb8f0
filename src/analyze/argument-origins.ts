import type { Position } from '../model/position.js';
import { typescript } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { dereference, propertyAssigned } from './evaluate.js';
import { parametersOf } from './arguments.js';
import type { Usage } from './usage.js';

/**
 * Returns the positions of the arguments of a marker, and of the keys in them, so that later problems can point at one of
 * them.
 */
export function originsOfKeys(usage: Usage, analysis: Analysis): Readonly<Record<string, Position>> {
  const objects = usage.expressions
    .map((each) => dereference(each, analysis))
    .filter(typescript.isObjectLiteralExpression);
  const { expressions, where } = usage;
  const parameters = parametersOf(usage, analysis);
  const given = expressions.map((each, index) => [parameters[index]?.name ?? '', where(each)] as const);
  return Object.fromEntries([
    ...given.filter(([name]) => name !== ''),
    ...objects.flatMap(({ properties }) =>
      properties.flatMap((each) => {
        const name = propertyAssigned(each)?.name;
        return name === undefined ? [] : [[name, where(each)] as const];
      }),
    ),
  ]);
}
