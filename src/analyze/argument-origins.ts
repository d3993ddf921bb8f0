import type { Position } from '../model/position.js';
import { typescript } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { dereference, propertyAssigned } from './evaluate.js';
import type { Usage } from './usage.js';

/** Returns the positions of the keys in a marker's arguments, so that later problems can point at one of them. */
export function originsOfKeys({ expressions, where }: Usage, analysis: Analysis): Readonly<Record<string, Position>> {
  const objects = expressions.map((each) => dereference(each, analysis)).filter(typescript.isObjectLiteralExpression);
  return Object.fromEntries(
    objects.flatMap(({ properties }) =>
      properties.flatMap((each) => {
        const name = propertyAssigned(each)?.name;
        return name === undefined ? [] : [[name, where(each)] as const];
      }),
    ),
  );
}
