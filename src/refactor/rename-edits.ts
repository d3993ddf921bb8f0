import type { Edit } from './code-edit.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { identifiersOf, isDeclarationName } from './identifiers.js';

/** A name that something gets, with where in the new text the name stands. */
export interface RenameEdit extends Edit {
  readonly newName: string;
  readonly nameOffset: number;
}

/** The edits of each file, by its path and by where they start. */
export type RenameEdits = ReadonlyMap<string, ReadonlyMap<number, RenameEdit>>;

/** What is declared in a file under a name, and is to get another one. */
export interface NamedIn {
  readonly file: string;
  readonly name: string;
  readonly newName: string;
}

/** Every place where something is named that is declared under one of these names in its file. */
export function renameEdits(language: ts.LanguageService, renames: readonly NamedIn[]): RenameEdits {
  const found = new Map<string, Map<number, RenameEdit>>();
  const program = language.getProgram()!;
  const namesOf = remembered((path) => identifiersOf(program.getSourceFile(path)!));
  /** @param isKept whether others know it under its old name: then that name stays on the outside */
  const follow = (path: string, at: number, rename: NamedIn, isKept: boolean): void => {
    const options = { providePrefixAndSuffixTextForRename: isKept };
    for (const location of language.findRenameLocations(path, at, false, false, options) ?? []) {
      const { fileName, textSpan, suffixText = '' } = location;
      const edits = found.get(fileName) ?? new Map<number, RenameEdit>();
      const { start } = textSpan;
      // What was found first counts: `{ x }` that takes an export's new name, and not an alias of it.
      if (edits.has(start)) continue;
      // The service also follows what an export is called by those who pass it on under another name.
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
    for (const [at, node] of namesOf(rename.file)) {
      if (node.text !== rename.name || !isDeclarationName(node) || found.get(rename.file)?.has(at)) continue;
      // What is taken out of something else is called there as before, even if it is exported.
      const isKept = isBinding(node) || !isExported(program.getTypeChecker(), file, node);
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

/** `{ x }` */
function isShorthand(node: ts.Identifier): boolean {
  return typescript.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
}

/** `const { x } = ...` */
function isBinding(node: ts.Identifier): boolean {
  const { parent } = node;
  return typescript.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined;
}

/** `{ x: y }` becomes `{ x }` where y becomes x: so `{ x }`, which became `{ x: y }`, is what it was when x has its name back. */
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
