import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { symbolAt, type FunctionLike } from './calls.js';

/** Returns the declarations of the classes and interfaces that a class or an interface extends or implements. */
export function basesOf(
  declaration: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  program: SourceProgram,
): readonly ts.Node[] {
  const types = declaration.heritageClauses?.flatMap(({ types: each }) => [...each]) ?? [];
  return types.flatMap(({ expression }) => symbolAt(expression, program)?.declarations ?? []);
}

/** Returns the constructor of a class, if it has one of its own. */
export function constructorOf(declaration: ts.Declaration): readonly FunctionLike[] {
  if (!typescript.isClassLike(declaration)) return [];
  const own = declaration.members.find(typescript.isConstructorDeclaration);
  return own === undefined ? [] : [own];
}

/** Returns the declarations of a method in the classes and interfaces that its class extends or implements. */
export function signaturesOf(method: ts.MethodDeclaration, program: SourceProgram): readonly ts.NamedDeclaration[] {
  const name = method.name.getText();
  const found: ts.NamedDeclaration[] = [];
  const search = (owner: ts.Node): void => {
    if (!typescript.isClassLike(owner) && !typescript.isInterfaceDeclaration(owner)) return;
    for (const base of basesOf(owner, program)) {
      if (!typescript.isClassLike(base) && !typescript.isInterfaceDeclaration(base)) continue;
      const members: readonly ts.NamedDeclaration[] = [...base.members];
      found.push(...members.filter((each) => each.name?.getText() === name));
      search(base);
    }
  };
  search(method.parent);
  return found;
}
