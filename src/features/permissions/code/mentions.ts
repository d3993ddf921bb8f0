import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isAssignment, unquoted, visitAll } from './calls.js';
import { effectNames } from '../uses/effects.js';

/** Place that may refer to a method or a function that sends requests. */
export interface Mention {
  /** Expression whose value is the function, or the declaration of a name for it: `const { delete: remove } = client`. */
  readonly node: ts.Expression | ts.BindingElement;
  /** Object of the method; undefined for a function. */
  readonly owner: Owner | undefined;
  /** Name of the method or function; an expression if it is computed. */
  readonly name: ts.Node;
  readonly isComputed: boolean;
}

/** Expression, or the declaration whose value is destructured. */
export type Owner = ts.Expression | ts.Declaration;

/** Returns all mentions in the sources of names that send requests, and of computed names. */
export function mentionsIn({ files }: SourceProgram): readonly Mention[] {
  const found: Mention[] = [];
  const names = new Set(effectNames);
  const imported = (node: ts.ImportOrExportSpecifier): void => {
    if (node.propertyName !== undefined && effectNames.has(textOf(node.propertyName))) names.add(node.name.text);
  };
  for (const { statements } of files) {
    for (const each of statements) {
      const bindings = typescript.isImportDeclaration(each) ? each.importClause?.namedBindings : undefined;
      if (bindings !== undefined && typescript.isNamedImports(bindings)) bindings.elements.forEach(imported);
      const exported = typescript.isExportDeclaration(each) ? each.exportClause : undefined;
      if (exported !== undefined && typescript.isNamedExports(exported)) exported.elements.forEach(imported);
    }
  }
  for (const file of files) {
    visitAll(file, (node) => {
      const mention = mentionAt(node, names);
      if (mention !== undefined) found.push(mention);
    });
  }
  return found;
}

function mentionAt(node: ts.Node, names: ReadonlySet<string>): Mention | undefined {
  if (typescript.isPropertyAccessExpression(node))
    return names.has(node.name.text) ? { node, owner: node.expression, name: node.name, isComputed: false } : undefined;
  if (typescript.isElementAccessExpression(node))
    return elementAt(node, node.expression, node.argumentExpression, names);
  if (typescript.isBindingElement(node)) {
    const name = node.propertyName ?? node.name;
    if (typescript.isComputedPropertyName(name)) return elementAt(node, sourceOf(node), name.expression, names);
    const isName = typescript.isObjectBindingPattern(node.parent) && names.has(textOf(name));
    return isName ? { node, owner: sourceOf(node), name, isComputed: false } : undefined;
  }
  if (typescript.isPropertyAssignment(node) || typescript.isShorthandPropertyAssignment(node)) {
    const assignment = node.parent.parent;
    const isPattern = names.has(textOf(node.name)) && isAssignment(assignment) && assignment.left === node.parent;
    const target = typescript.isPropertyAssignment(node) ? node.initializer : node.name;
    return isPattern ? { node: target, owner: assignment.right, name: node.name, isComputed: false } : undefined;
  }
  if (typescript.isCallExpression(node) && node.expression.getText() === 'Reflect.get') {
    const [owner, name] = node.arguments;
    return owner && name && elementAt(node, owner, name, names);
  }
  const isName = typescript.isIdentifier(node) && names.has(node.text) && isValue(node);
  return isName ? { node, owner: undefined, name: node, isComputed: false } : undefined;
}

function elementAt(
  node: Mention['node'],
  owner: Owner,
  name: ts.Expression,
  names: ReadonlySet<string>,
): Mention | undefined {
  if (typescript.isNumericLiteral(name)) return undefined;
  const isComputed = !typescript.isStringLiteralLike(name);
  return isComputed || names.has(name.text) ? { node, owner, name, isComputed } : undefined;
}

/** Returns the value that a pattern takes apart. */
function sourceOf({ parent: { parent } }: ts.BindingElement): Owner {
  return typescript.isVariableDeclaration(parent) && parent.initializer !== undefined ? parent.initializer : parent;
}

/** Reports whether an identifier is an expression, and not the name of a declaration or a property. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (typescript.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (typescript.isShorthandPropertyAssignment(parent)) return true;
  if (typescript.isImportOrExportSpecifier(parent) || typescript.isTypeNode(parent)) return false;
  if (typescript.isQualifiedName(parent) || typescript.isImportClause(parent)) return false;
  const { name, propertyName } = parent as { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  return name !== node && propertyName !== node;
}

/** Returns the text of a name. */
export function textOf(name: ts.Node): string {
  return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : unquoted(name);
}
