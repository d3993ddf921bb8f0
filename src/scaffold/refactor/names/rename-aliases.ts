import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { nameInCode } from '../../../project/class-name.js';
import { symbolOf } from '../code/bindings.js';
import { identifiersOf } from '../code/identifiers.js';
import type { NamedIn, RenameEdit, RenameEdits } from './rename-edits.js';

/** Edits of names, and the names in them for declarations that would collide with the renamed ones. */
interface AliasedEdits {
  readonly edits: RenameEdits;
  readonly aliases: readonly string[];
}

/**
 * Adds aliases to imports if a class gets a name that scaffolded code uses: files that import the class get an alias
 * for it, and the file that declares it gets aliases for its imports from the runtime.
 */
export function withAliases(program: ts.Program, renames: readonly NamedIn[], found: RenameEdits): AliasedEdits {
  const edits = new Map(found);
  const aliases = new Set<string>();
  for (const { name, newName, file } of renames) {
    for (const [path, of] of found) {
      const source = program.getSourceFile(path)!;
      const isThere = path === file;
      const alias = isThere ? `Runtime${newName}` : nameInCode(newName);
      const imported = specifierOf(source, isThere ? newName : name);
      if (imported === undefined || alias === newName || (isThere && !isOfRuntime(imported))) continue;
      if (!isThere && of.get(imported.name.getStart(source))?.newName !== newName) continue;
      const renamed = aliasEdits(program, imported, { newName, alias });
      if (renamed === undefined) continue;
      edits.set(path, new Map([...(edits.get(path) ?? []), ...renamed]));
      aliases.add(alias);
    }
  }
  return { edits, aliases: [...aliases] };
}

/** Returns the specifier in a file that imports a name without an alias. */
function specifierOf(source: ts.SourceFile, name: string): ts.ImportSpecifier | undefined {
  const bindings = source.statements.flatMap((each) =>
    typescript.isImportDeclaration(each) ? (each.importClause?.namedBindings ?? []) : [],
  );
  return bindings
    .flatMap((each) => (typescript.isNamedImports(each) ? [...each.elements] : []))
    .find((each) => each.propertyName === undefined && each.name.text === name);
}

function isOfRuntime(specifier: ts.ImportSpecifier): boolean {
  const module = specifier.parent.parent.parent.moduleSpecifier;
  return typescript.isStringLiteral(module) && /^@operator-gen\/runtime(?:\/|$)/.test(module.text);
}

/** Returns the edits of an import and of everything that refers to it; undefined if the file re-exports it under its name. */
function aliasEdits(
  program: ts.Program,
  specifier: ts.ImportSpecifier,
  { newName, alias }: { readonly newName: string; readonly alias: string },
): ReadonlyMap<number, RenameEdit> | undefined {
  const source = specifier.getSourceFile();
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(specifier.name);
  const names = [...identifiersOf(source)];
  if (names.some(([, node]) => node.text === alias)) return undefined;
  const uses = names.filter(([, node]) => node.text === specifier.name.text && symbolOf(checker, node) === symbol);
  if (uses.some(([, { parent }]) => typescript.isExportSpecifier(parent))) return undefined;
  return new Map(
    uses.map(([start, node]) => {
      const prefix =
        node === specifier.name
          ? `${newName} as `
          : typescript.isShorthandPropertyAssignment(node.parent)
            ? `${node.text}: `
            : '';
      const edit = { start, end: start + node.text.length, newName: alias };
      return [start, { ...edit, text: `${prefix}${alias}`, nameOffset: prefix.length }];
    }),
  );
}
