import type { ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { symbolAt } from './calls.js';

/** Returns the declarations of the classes and interfaces that a class or an interface extends or implements. */
export function basesOf(
  declaration: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  program: SourceProgram,
): readonly ts.Node[] {
  const types = declaration.heritageClauses?.flatMap(({ types: each }) => [...each]) ?? [];
  return types.flatMap(({ expression }) => symbolAt(expression, program)?.declarations ?? []);
}
