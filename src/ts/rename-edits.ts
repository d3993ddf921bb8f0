import type { Edit } from './code-change.js';
import { typescript, type ts } from './compiler.js';
import { identifiersOf, isDeclarationName } from './identifiers.js';

/** A name that something gets, with where in the new text the name stands. */
export interface RenameEdit extends Edit {
  readonly newName: string;
  readonly nameOffset: number;
}

/** The edits of each file, by its path and by where they start. */
export type RenameEdits = ReadonlyMap<string, ReadonlyMap<number, RenameEdit>>;

/** One thing of a file that gets another name. */
export interface NamedIn {
  /** Absolute path. */
  readonly file: string;
  readonly name: string;
  readonly newName: string;
}

/** Every place where something is named that is declared under one of these names in its file. */
export function renameEdits(service: ts.LanguageService, renames: readonly NamedIn[]): RenameEdits {
  const found = new Map<string, Map<number, RenameEdit>>();
  const program = service.getProgram()!;
  const add = (path: string, start: number, rename: NamedIn, prefix = '', suffix = ''): void => {
    const edits = found.get(path) ?? found.set(path, new Map<number, RenameEdit>()).get(path)!;
    // What was found first counts: `{ x }` that takes an export's new name, and not an alias of it.
    if (edits.has(start)) return;
    const text = `${prefix}${rename.newName}${suffix}`;
    const end = start + rename.name.length;
    edits.set(start, { start, end, text, newName: rename.newName, nameOffset: prefix.length });
  };
  /** @param isKept whether others know it under its old name: then that name stays on the outside */
  const follow = (path: string, at: number, rename: NamedIn, isKept: boolean): void => {
    const options = { providePrefixAndSuffixTextForRename: isKept };
    for (const each of service.findRenameLocations(path, at, false, false, options) ?? []) {
      const { start } = each.textSpan;
      if (found.get(each.fileName)?.has(start)) continue;
      if (isKept) {
        add(each.fileName, start, rename, each.prefixText, each.suffixText);
        continue;
      }
      const parent = identifiersOf(program.getSourceFile(each.fileName)!).get(start)?.parent;
      const isShorthand = parent !== undefined && typescript.isShorthandPropertyAssignment(parent);
      add(each.fileName, start, rename, isShorthand ? `${rename.name}: ` : '');
      // `const { x } = await import(...)` declares a variable of the same name.
      const isBinding =
        parent !== undefined && typescript.isBindingElement(parent) && parent.propertyName === undefined;
      if (isBinding && (each.fileName !== path || start !== at)) follow(each.fileName, start, rename, true);
    }
  };
  for (const rename of renames) {
    const file = program.getSourceFile(rename.file);
    if (file === undefined) continue;
    for (const [at, node] of identifiersOf(file)) {
      if (node.text !== rename.name || !isDeclarationName(node) || found.get(rename.file)?.has(at)) continue;
      follow(rename.file, at, rename, !isExported(program.getTypeChecker(), file, node));
    }
  }
  return found;
}

function isExported(checker: ts.TypeChecker, file: ts.SourceFile, name: ts.Identifier): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  const module = checker.getSymbolAtLocation(file);
  const exported = module && checker.tryGetMemberInModuleExports(name.text, module);
  if (exported === undefined) return false;
  return (exported.flags & typescript.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported) === symbol;
}
