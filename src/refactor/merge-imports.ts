import { typescript, type ts } from '../compiler/compiler.js';
import { parseSource } from '../compiler/parse-source.js';
import { applyEdits, type Edit } from './code-edit.js';
import { importEdits, isNamedImport, namesIn, type NamedImport } from './unused-imports.js';

/** Name that a file imports from a module. */
interface Imported {
  readonly module: string;
  readonly name: string;
  /** The specifier as it is written, such as `type Client`. */
  readonly text: string;
  readonly isType: boolean;
}

/** Returns the edits that import what a change newly imports, unless the user's file does. */
export function addedImports(existing: ts.SourceFile, before: ts.SourceFile, after: ts.SourceFile): readonly Edit[] {
  const [own, old] = [importsOf(existing), importsOf(before)];
  const has = (all: readonly Imported[], { module, name }: Imported): boolean =>
    all.some((each) => each.module === module && each.name === name);
  const added = importsOf(after).filter((each) => !has(old, each) && !has(own, each));
  return [...new Set(added.map(({ module }) => module))].map((module) =>
    importEdit(
      existing,
      module,
      added.filter((each) => each.module === module),
    ),
  );
}

function importsOf(file: ts.SourceFile): readonly Imported[] {
  return file.statements.filter(isNamedImport).flatMap((statement) => {
    const module = (statement.moduleSpecifier as ts.StringLiteral).text;
    const { isTypeOnly, namedBindings } = statement.importClause;
    return namedBindings.elements.map((each) => ({
      module,
      name: each.name.text,
      text: each.getText(file),
      isType: isTypeOnly || each.isTypeOnly,
    }));
  });
}

/** Adds names to the import of a module, or an import below the others. */
function importEdit(file: ts.SourceFile, module: string, added: readonly Imported[]): Edit {
  const isOf = (each: NamedImport): boolean =>
    (each.moduleSpecifier as ts.StringLiteral).text === module &&
    (!each.importClause.isTypeOnly || added.every(({ isType }) => isType));
  const statement = file.statements.filter(isNamedImport).find(isOf);
  const last = statement?.importClause.namedBindings.elements.at(-1);
  const texts = added.map(({ text }) => text);
  if (last !== undefined) {
    // A list with one name in each line gets more lines.
    const gap = file.text.slice(last.getFullStart(), last.getStart(file));
    return { start: last.end, end: last.end, text: texts.map((each) => `,${gap === '' ? ' ' : gap}${each}`).join('') };
  }
  const anchor = file.statements.findLast(typescript.isImportDeclaration);
  const end = anchor?.getText(file).endsWith(';') === false ? '' : ';';
  const quote = anchor?.moduleSpecifier.getText(file)[0] ?? "'";
  const line = `import { ${texts.join(', ')} } from ${quote}${module}${quote}${end}`;
  return anchor === undefined
    ? { start: 0, end: 0, text: `${line}\n` }
    : { start: anchor.end, end: anchor.end, text: `\n${line}` };
}

/** Returns code without the imports of names that a change no longer needs, unless other code does. */
export function withoutImports(path: string, text: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return text;
  const file = parseSource(path, text, typescript.ScriptTarget.Latest, true);
  const used = new Set(file.statements.flatMap((each) => (isNamedImport(each) ? [] : namesIn(each, []))));
  const isUnused = ({ name }: ts.ImportSpecifier): boolean => names.has(name.text) && !used.has(name.text);
  return applyEdits(
    text,
    file.statements.filter(isNamedImport).flatMap((each) => importEdits(file, each, isUnused)),
  );
}
