import type { Edit } from '../code/code-edit.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { identifiersOf, isDeclarationName } from '../code/identifiers.js';

/** An edit that inserts a new name, with the offset of the name in the new text. */
export interface RenameEdit extends Edit {
  readonly newName: string;
  readonly nameOffset: number;
}

/** The edits of each file, by its path and by their start. */
export type RenameEdits = ReadonlyMap<string, ReadonlyMap<number, RenameEdit>>;

/** A declaration in a file, by its name, and its new name. */
export interface NamedIn {
  readonly file: string;
  readonly name: string;
  readonly newName: string;
}

/** Returns an edit for every place that refers to a declaration with one of these names in its file. */
export function renameEdits(language: ts.LanguageService, renames: readonly NamedIn[]): RenameEdits {
  const found = new Map<string, Map<number, RenameEdit>>();
  const program = language.getProgram()!;
  const namesOf = remembered((path) => identifiersOf(program.getSourceFile(path)!));
  /**
   * Collects the edits for a name and everything that refers to it.
   * @param isKept whether other code refers to it by its old name, which is then kept for that code
   */
  const follow = (path: string, at: number, rename: NamedIn, isKept: boolean): void => {
    const options = { providePrefixAndSuffixTextForRename: isKept };
    for (const location of language.findRenameLocations(path, at, false, false, options) ?? []) {
      const { fileName, textSpan, suffixText = '' } = location;
      const edits = found.get(fileName) ?? new Map<number, RenameEdit>();
      const { start } = textSpan;
      // The first edit found is used: `{ x }` with the new name of an export, not an alias of it.
      if (edits.has(start)) continue;
      // The service also follows the name of an export in files that re-export it under another name.
      if (program.getSourceFile(fileName)?.text.slice(start, start + textSpan.length) !== rename.name) continue;
      const node = namesOf(fileName).get(start);
      const isProperty = !isKept && node !== undefined && isShorthand(node);
      const prefix = isProperty ? `${rename.name}: ` : (location.prefixText ?? '');
      const text = `${prefix}${rename.newName}${suffixText}`;
      const end = start + textSpan.length;
      edits.set(start, { start, end, text, newName: rename.newName, nameOffset: prefix.length });
      found.set(fileName, edits);
      // `const { x } = await import(...)` declares a variable of the same name.
      if (!isKept && node !== undefined && isBinding(node)) follow(fileName, start, rename, true);
    }
  };
  for (const rename of renames) {
    const file = program.getSourceFile(rename.file);
    if (file === undefined) continue;
    const other = declaredElsewhere(program.getTypeChecker(), file, rename.name);
    if (other !== undefined) follow(other.path, other.at, rename, false);
    for (const [at, node] of namesOf(rename.file)) {
      if (node.text !== rename.name || !isDeclarationName(node) || found.get(rename.file)?.has(at)) continue;
      // A destructured property keeps its name in the source object, even if it is exported.
      const isAlias = typescript.isExportSpecifier(node.parent);
      const isKept = isBinding(node) || (!isAlias && !isExported(program.getTypeChecker(), file, node));
      follow(rename.file, at, rename, isKept);
    }
  }
  for (const [path, edits] of found) shorten(program.getSourceFile(path)!, namesOf(path), edits);
  return found;
}

function remembered<T>(find: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => known.get(path) ?? known.set(path, find(path)).get(path)!;
}

/** Returns the place of a declaration that a file exports, if it is in another file, to which a user has moved it. */
function declaredElsewhere(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  name: string,
): { readonly path: string; readonly at: number } | undefined {
  const module = checker.getSymbolAtLocation(file);
  const exported = module && checker.tryGetMemberInModuleExports(name, module);
  if (exported === undefined || !(exported.flags & typescript.SymbolFlags.Alias)) return undefined;
  const node = typescript.getNameOfDeclaration(checker.getAliasedSymbol(exported).declarations?.[0]);
  if (node === undefined || !typescript.isIdentifier(node) || node.text !== name) return undefined;
  const { fileName } = node.getSourceFile();
  return fileName === file.fileName ? undefined : { path: fileName, at: node.getStart() };
}

/** Reports whether an identifier is the property of `{ x }` */
function isShorthand(node: ts.Identifier): boolean {
  return typescript.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
}

/** Reports whether an identifier is declared by `const { x } = ...` */
function isBinding(node: ts.Identifier): boolean {
  const { parent } = node;
  return typescript.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined;
}

/**
 * Shortens `{ x: y }` to `{ x }` if y is renamed to x, so that renaming back restores `{ x }` after it became `{ x: y
 * }`.
 */
function shorten(file: ts.SourceFile, names: ReadonlyMap<number, ts.Identifier>, edits: Map<number, RenameEdit>): void {
  for (const [at, edit] of edits) {
    const name = propertyNameOf(names.get(at)?.parent);
    if (name === undefined || !typescript.isIdentifier(name) || name.text !== edit.newName) continue;
    const start = name.getStart(file);
    if (edits.has(start) || file.text.slice(name.end, at) !== ': ') continue;
    edits.set(at, { ...edit, start, text: edit.newName });
  }
}

function propertyNameOf(node: ts.Node | undefined): ts.PropertyName | undefined {
  if (node === undefined) return undefined;
  if (typescript.isPropertyAssignment(node)) return node.name;
  return typescript.isBindingElement(node) ? node.propertyName : undefined;
}

function isExported(checker: ts.TypeChecker, file: ts.SourceFile, name: ts.Identifier): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  const module = checker.getSymbolAtLocation(file);
  const exported = module && checker.tryGetMemberInModuleExports(name.text, module);
  if (exported === undefined) return false;
  return (exported.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported) === symbol;
}
