import type { Position } from '../../base/model/position.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { dereference, propertiesOf, propertyAssigned } from './evaluate.js';
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
    ...objects.flatMap((object) =>
      propertiesOf(object, analysis).flatMap((each) => {
        const name = propertyAssigned(each)?.name;
        return name === undefined ? [] : [[name, where(each)] as const];
      }),
    ),
  ]);
}

/** Returns the position of a part of the first argument of a marker: the property that these keys lead to. */
export function positionWithin(usage: Usage, keys: readonly string[], analysis: Analysis): Position {
  let position = usage.position;
  let value: ts.Expression | undefined = usage.expressions[0];
  for (const key of keys) {
    const node: ts.Expression | undefined = value && dereference(value, analysis);
    if (node === undefined || !typescript.isObjectLiteralExpression(node)) break;
    const property = propertiesOf(node, analysis).find((each) => propertyAssigned(each)?.name === key);
    if (property === undefined) break;
    position = usage.where(property);
    value = propertyAssigned(property)?.value;
  }
  return position;
}
