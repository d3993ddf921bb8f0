import { typescript, type ts } from '../../../language/compiler/compiler.js';

/** Reports whether a statement declares a class with a method `reconcile`, to which the markers of a controller belong. */
export function isReconciler(statement: ts.Statement): statement is ts.ClassDeclaration {
  if (!typescript.isClassDeclaration(statement)) return false;
  return statement.members.some(({ name }) => name?.getText() === 'reconcile');
}
