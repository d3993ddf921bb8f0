import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { symbolAt, type FunctionLike } from './calls.js';

/** Returns the declarations of the classes and interfaces that a class or an interface extends or implements. */
export function basesOf(
  declaration: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  program: SourceProgram,
): readonly ts.Node[] {
  const types = declaration.heritageClauses?.flatMap(({ types: each }) => [...each]) ?? [];
  return types.flatMap(({ expression }) => symbolAt(expression, program)?.declarations ?? []);
}

/** Returns the constructor of a class, if it has its own. */
export function constructorOf(declaration: ts.Declaration): readonly FunctionLike[] {
  if (!typescript.isClassLike(declaration)) return [];
  const own = declaration.members.find(typescript.isConstructorDeclaration);
  return own === undefined ? [] : [own];
}

/** Type of the project with members that classes and object literals implement. */
export type Contract = ts.InterfaceDeclaration | ts.TypeLiteralNode;

/** Member of an interface or of a type literal. */
export type Signature = ts.PropertySignature | ts.MethodSignature | ts.AccessorDeclaration;

/** Reports whether a declaration is a member without a value, which must be implemented. */
export function isSignature(declaration: ts.Node): declaration is Signature {
  if (typescript.isPropertySignature(declaration) || typescript.isMethodSignature(declaration)) return true;
  return typescript.isAccessor(declaration) && isContract(declaration.parent);
}

function isContract(node: ts.Node): node is Contract {
  return typescript.isInterfaceDeclaration(node) || typescript.isTypeLiteralNode(node);
}

/** Returns all classes and interfaces that a class extends or implements, directly or not. */
export function allBasesOf(declaration: ts.ClassLikeDeclaration, program: SourceProgram): ReadonlySet<ts.Node> {
  const found = new Set<ts.Node>();
  const search = (owner: ts.Node): void => {
    if (!typescript.isClassLike(owner) && !typescript.isInterfaceDeclaration(owner)) return;
    for (const base of basesOf(owner, program)) {
      if (found.has(base)) continue;
      found.add(base);
      search(base);
    }
  };
  search(declaration);
  return found;
}

/** Reports whether a type has all members that an interface requires, even if it does not declare this. */
export function hasMembersOf(type: ts.Type, contract: Contract, { checker }: SourceProgram): boolean {
  const required = checker
    .getPropertiesOfType(checker.getTypeAtLocation(contract))
    .filter(({ flags }) => (flags & typescript.SymbolFlags.Optional) === 0);
  return required.length > 0 && required.every(({ name }) => checker.getPropertyOfType(type, name) !== undefined);
}

/** Returns the declarations of a member in a class or its bases. */
export function membersOf(
  declaration: ts.ClassLikeDeclaration,
  name: string,
  program: SourceProgram,
): readonly ts.Declaration[] {
  const { checker } = program;
  return checker.getPropertyOfType(instanceType(declaration, program), name)?.declarations ?? [];
}

/** Returns the type of the instances of a class. */
export function instanceType(declaration: ts.ClassLikeDeclaration, { checker }: SourceProgram): ts.Type {
  const symbol = (declaration as unknown as { readonly symbol: ts.Symbol }).symbol;
  return checker.getDeclaredTypeOfSymbol(symbol);
}
