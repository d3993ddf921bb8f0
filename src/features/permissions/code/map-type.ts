import type { ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';

/** Reports whether an expression is a Map. */
export function isMap(owner: ts.Expression, { checker }: SourceProgram): boolean {
  return /^(?:Readonly|Weak)?Map$/.test(checker.getTypeAtLocation(owner).symbol?.name ?? '');
}
