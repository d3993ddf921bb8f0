import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { Owner } from './mentions.js';
import type { Tracer } from './tracer.js';

/** Types that a value can have if its own type is unspecific, such as `any`. */
export interface PossibleTypes {
  readonly types: readonly ts.Type[];
  /** Expressions through which the value, and objects that contain it, can come. */
  readonly visited: ReadonlySet<ts.Expression>;
  /** Whether it can also come from unknown code. */
  readonly isOpen: boolean;
}

/** Maximum number of nested members of values without a type that are resolved: `deps.clients.live()`. */
const deepest = 5;

/** Returns the types of all expressions that a value comes from. */
export function possibleTypes(owner: Owner, program: SourceProgram, tracer: Tracer, depth = deepest): PossibleTypes {
  const { checker } = program;
  const { flow, values, visited: direct, isOpen } = tracer.originsOf(owner);
  const visited = new Set(direct);
  const ofMember = (object: ts.Expression, find: (of: ts.Type) => readonly ts.Type[]): readonly ts.Type[] => {
    const found = possibleTypes(object, program, tracer, depth - 1);
    for (const each of found.visited) visited.add(each);
    return found.types.flatMap((each) => find(checker.getNonNullableType(each)));
  };
  const member = (node: ts.PropertyAccessExpression): readonly ts.Type[] =>
    ofMember(node.expression, (of) => {
      const property = checker.getPropertyOfType(of, node.name.text);
      return property === undefined ? [] : [checker.getTypeOfSymbol(property)];
    });
  const types = [...flow].flatMap((each): readonly ts.Type[] => {
    const type = checker.getTypeAtLocation(each);
    if (!isUntyped(type)) return [type];
    if (depth === 0) return [];
    if (typescript.isPropertyAccessExpression(each)) return member(each);
    const callee = typescript.isCallExpression(each) ? each.expression : undefined;
    if (callee === undefined || !typescript.isPropertyAccessExpression(callee)) return [];
    return member(callee).flatMap((method) => method.getCallSignatures().map((one) => one.getReturnType()));
  });
  return { types: [...new Set(types)], visited, isOpen: isOpen || ![...values].every(isMadeHere) };
}

export function isUntyped({ flags }: ts.Type): boolean {
  return (flags & typescript.TypeFlags.Any) !== 0;
}

/** Reports whether code of the project creates a value. */
function isMadeHere(value: ts.Node): boolean {
  return (
    typescript.isNewExpression(value) || typescript.isObjectLiteralExpression(value) || typescript.isFunctionLike(value)
  );
}
