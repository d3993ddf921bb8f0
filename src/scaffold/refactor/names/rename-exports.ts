import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { RenamedExport } from '../../../base/model/renamed-export.js';
import { symbolOf } from '../code/bindings.js';
import type { Edit, FileEdits } from '../code/code-edit.js';
import type { CodeWorld } from '../code/code-world.js';
import { identifiersOf, writtenName } from '../code/identifiers.js';
import { mockedModules, moduleFinder, type ModuleFinder } from '../code/module-uses.js';
import { parseConcerned } from '../code/parse-code.js';

/**
 * Returns the edits by which code uses renamed exports under their new names: in imports, re-exports, type imports and
 * mocks, and as members of the module. A name that the file already uses for something else is imported with an alias,
 * and the names that the code itself exports do not change.
 */
export function renameExports(world: CodeWorld, renames: readonly RenamedExport[]): FileEdits {
  const edits = new Map<string, readonly Edit[]>();
  if (renames.length === 0) return { edits, problems: [] };
  const program = parseConcerned(world, (_, text) => renames.some((each) => concerns(text, each)));
  for (const file of program.getSourceFiles()) {
    const named = renames.filter((each) => concerns(file.text, each));
    const found = named.flatMap((rename) => exportEdits(program.getTypeChecker(), file, rename));
    if (found.length > 0) edits.set(file.fileName, found);
  }
  return { edits, problems: [] };
}

/** Reports whether a file can use a renamed export. */
export function concerns(text: string, { module, from }: RenamedExport): boolean {
  return text.includes(module) && text.includes(from);
}

/** Returns the edits to one file. */
export function exportEdits(checker: ts.TypeChecker, file: ts.SourceFile, rename: RenamedExport): readonly Edit[] {
  const edits: Edit[] = [];
  const finder = moduleFinder(checker, rename.module);
  const visit = (node: ts.Node): void => {
    if (typescript.isImportSpecifier(node) && isFrom(node.parent.parent.parent, rename))
      edits.push(...importEdits(checker, file, node, rename));
    else if (typescript.isExportSpecifier(node) && isFrom(node.parent.parent, rename))
      edits.push(...reexportEdits(file, node, rename));
    else if (typescript.isImportTypeNode(node)) edits.push(...typeEdits(file, node, rename));
    else if (typescript.isCallExpression(node)) edits.push(...mockEdits(file, node, rename));
    else edits.push(...memberEdits(file, node, rename, finder));
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

function isFrom(
  { moduleSpecifier }: { readonly moduleSpecifier?: ts.Expression | undefined },
  { module }: RenamedExport,
): boolean {
  return moduleSpecifier !== undefined && isModuleName(moduleSpecifier, module);
}

function isModuleName(node: ts.Node, module: string): boolean {
  return typescript.isStringLiteralLike(node) && node.text === module;
}

function importEdits(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  { propertyName, name }: ts.ImportSpecifier,
  { from, to }: RenamedExport,
): readonly Edit[] {
  if ((propertyName ?? name).text !== from) return [];
  if (propertyName !== undefined) {
    const end = name.text === to ? name.end : propertyName.end;
    return [{ start: propertyName.getStart(file), end, text: to }];
  }
  const names = [...identifiersOf(file).values()];
  if (names.some(({ text }) => text === to)) return [replace(file, name, `${to} as ${from}`)];
  const symbol = checker.getSymbolAtLocation(name);
  const uses = names.filter((each) => each.text === from && symbolOf(checker, each) === symbol);
  return uses.map((each) => replace(file, each, renamedUse(each, to)));
}

/** Returns the new text for a use of a name, in a form that keeps the names of properties and exports. */
function renamedUse({ parent, text }: ts.Identifier, to: string): string {
  if (typescript.isShorthandPropertyAssignment(parent)) return `${text}: ${to}`;
  const isOwnExport = typescript.isExportSpecifier(parent) && parent.propertyName === undefined;
  return isOwnExport ? `${to} as ${text}` : to;
}

function reexportEdits(
  file: ts.SourceFile,
  { propertyName, name }: ts.ExportSpecifier,
  { from, to }: RenamedExport,
): readonly Edit[] {
  if ((propertyName ?? name).text !== from) return [];
  return [propertyName === undefined ? replace(file, name, `${to} as ${from}`) : replace(file, propertyName, to)];
}

/** Returns the edits to members of the module: `rt.x`, `rt['x']`, and `const { x } = rt`. */
function memberEdits(
  file: ts.SourceFile,
  node: ts.Node,
  { from, to }: RenamedExport,
  { isModule, isTaken }: ModuleFinder,
): readonly Edit[] {
  if (typescript.isPropertyAccessExpression(node))
    return node.name.text === from && isModule(node.expression) ? [replace(file, node.name, to)] : [];
  if (typescript.isQualifiedName(node))
    return node.right.text === from && isModule(node.left) ? [replace(file, node.right, to)] : [];
  if (typescript.isElementAccessExpression(node)) {
    const { argumentExpression: key } = node;
    return isModuleName(key, from) && isModule(node.expression) ? [replaceText(file, key, to)] : [];
  }
  if (!typescript.isBindingElement(node) || !typescript.isObjectBindingPattern(node.parent)) return [];
  const key = node.propertyName ?? node.name;
  if (writtenName(key) !== from || !isTaken(node.parent.parent)) return [];
  if (node.propertyName === undefined) return [replace(file, key, `${to}: ${from}`)];
  return [typescript.isIdentifier(key) ? replace(file, key, to) : replaceText(file, key, to)];
}

function typeEdits(
  file: ts.SourceFile,
  { argument, qualifier }: ts.ImportTypeNode,
  { module, from, to }: RenamedExport,
): readonly Edit[] {
  if (!typescript.isLiteralTypeNode(argument) || !isModuleName(argument.literal, module)) return [];
  let first = qualifier;
  while (first !== undefined && typescript.isQualifiedName(first)) first = first.left;
  return first?.text === from ? [replace(file, first, to)] : [];
}

/** Returns the edits to `vi.mock('module', () => ({ name: ... }))`. */
function mockEdits(file: ts.SourceFile, call: ts.CallExpression, { module, from, to }: RenamedExport): readonly Edit[] {
  return mockedModules(call, module).flatMap(({ properties }) =>
    properties.flatMap((each): readonly Edit[] => {
      if (each.name === undefined || writtenName(each.name) !== from) return [];
      if (typescript.isShorthandPropertyAssignment(each)) return [replace(file, each.name, `${to}: ${from}`)];
      return [typescript.isIdentifier(each.name) ? replace(file, each.name, to) : replaceText(file, each.name, to)];
    }),
  );
}

function replace(file: ts.SourceFile, node: ts.Node, text: string): Edit {
  return { start: node.getStart(file), end: node.end, text };
}

/** Replaces the content of a string, and keeps its quotes. */
function replaceText(file: ts.SourceFile, node: ts.Node, text: string): Edit {
  return { start: node.getStart(file) + 1, end: node.end - 1, text };
}
