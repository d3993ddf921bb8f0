import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { assignedIn, callIn, type Unit } from '../code/code-units.js';
import type { UnitMerge } from './unit-edits.js';

/**
 * Returns a user's units. A statement that does what an added unit does gets the name of that unit: it assigns the
 * value of a variable, or calls the same method of a variable that the change adds, or the same function of the
 * project.
 * @param own the units that are not scaffolded
 * @param added the units that the change adds, and whose names the user does not have
 */
export function namedAsProvided(
  { style: { names }, isNew }: UnitMerge,
  existing: readonly Unit[],
  { own, added }: { readonly own: readonly Unit[]; readonly added: readonly Unit[] },
): readonly Unit[] {
  const variables = new Set(added.flatMap(({ node }) => assignedIn(node, true)?.name ?? []));
  const calleeOf = (node: ts.Node): string | undefined => {
    const callee = callIn(node, true)?.expression;
    if (callee === undefined) return undefined;
    if (typescript.isIdentifier(callee)) return isNew(callee.text) ? callee.text : undefined;
    const isMethod = typescript.isPropertyAccessExpression(callee) && typescript.isIdentifier(callee.expression);
    return isMethod && variables.has(callee.expression.text) ? callee.getText() : undefined;
  };
  const left = new Set(own);
  const provided = new Map<Unit, string>();
  for (const { name, node } of added) {
    const variable = assignedIn(node, true)?.name;
    const callee = calleeOf(node);
    const isProvider = (each: ts.Node): boolean =>
      variable === undefined
        ? callee !== undefined && calleeOf(each) === callee
        : assignedIn(each)?.name === (names.get(variable) ?? variable);
    const found = [...left].find((each) => isProvider(each.node));
    if (found === undefined) continue;
    left.delete(found);
    provided.set(found, name);
  }
  return existing.map((each) => ({ ...each, name: provided.get(each) ?? each.name }));
}
