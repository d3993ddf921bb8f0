import { typescript, type ts } from './compiler.js';

/** Whether a text says what is imported from where. */
export function isSpecifier({ parent }: ts.Node): boolean {
  return typescript.isImportDeclaration(parent) || typescript.isExportDeclaration(parent);
}

/** Whether something stands in the arguments of a decorator. */
export function isInMarker(node: ts.Node): boolean {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (typescript.isDecorator(each)) return true;
    if (typescript.isStatement(each)) return false;
  }
  return false;
}
