import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseSource } from '../../../language/compiler/parse-source.js';

/**
 * Returns the files of the project that a file imports, relative to the root; for an import of a JavaScript file, both
 * that file and the TypeScript file that can be there instead. Other imports are omitted.
 */
export function importedFiles(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  return typescript.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => filesOf(folder, fileName));
}

function filesOf(folder: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) return [];
  const path = posix.join(folder, specifier);
  return path.endsWith('.js') ? [path, path.replace(/\.js$/, '.ts')] : [path];
}

/**
 * Returns the names that a file imports or re-exports from another file of the project; undefined if it can use any
 * name: with `import *`, `export *`, `import()` or a mock.
 */
export function namesImportedFrom(path: string, text: string, other: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  let listed = 0;
  for (const each of parseSource(path, text, typescript.ScriptTarget.Latest, false).statements) {
    if (!typescript.isImportDeclaration(each) && !typescript.isExportDeclaration(each)) continue;
    const { moduleSpecifier: specifier } = each;
    if (specifier === undefined || !typescript.isStringLiteral(specifier)) continue;
    if (!filesOf(posix.dirname(path), specifier.text).includes(other)) continue;
    const elements = namedElements(each);
    if (elements === undefined) return undefined;
    listed += 1;
    for (const { propertyName, name } of elements) names.add((propertyName ?? name).text);
  }
  const all = importedFiles(path, text).filter((each) => each === other);
  return all.length > listed ? undefined : names;
}

type Named = ts.ImportSpecifier | ts.ExportSpecifier;

/** Returns the names that a statement lists; undefined if code can use names that it does not list. */
export function namedElements(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly Named[] | undefined {
  const listed = typescript.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (listed === undefined || !(typescript.isNamedImports(listed) || typescript.isNamedExports(listed)))
    return undefined;
  return [...listed.elements];
}
