import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit } from '../code/code-edit.js';

/**
 * Returns the edits that remove the imports of names that are no longer used.
 * @param removed nodes that are removed as well
 */
export function unusedImportEdits(file: ts.SourceFile, removed: readonly ts.Node[]): readonly Edit[] {
  const candidates = new Set(removed.flatMap((each) => namesIn(each, [])));
  if (candidates.size === 0) return [];
  const left = new Set(file.statements.flatMap((each) => (isNamedImport(each) ? [] : namesIn(each, removed))));
  return file.statements.filter(isNamedImport).flatMap((each) => {
    const isUnused = ({ name: { text } }: ts.ImportSpecifier): boolean => candidates.has(text) && !left.has(text);
    return importEdits(file, each, isUnused);
  });
}

/** An import of names: `import { a, b } from ...`. */
export type NamedImport = ts.ImportDeclaration & {
  readonly importClause: ts.ImportClause & { readonly namedBindings: ts.NamedImports };
};

export function isNamedImport(statement: ts.Statement): statement is NamedImport {
  if (!typescript.isImportDeclaration(statement)) return false;
  const bindings = statement.importClause?.namedBindings;
  return bindings !== undefined && typescript.isNamedImports(bindings);
}

/** Returns the identifiers in a node, except those in other nodes. */
export function namesIn(node: ts.Node, without: readonly ts.Node[]): readonly string[] {
  const found: string[] = [];
  const visit = (each: ts.Node): void => {
    // The nodes can come from another parse of the same text.
    if (without.some(({ kind, pos, end }) => kind === each.kind && pos === each.pos && end === each.end)) return;
    if (typescript.isIdentifier(each)) found.push(each.text);
    typescript.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

/** Returns the edits that remove some names of an import, or the whole statement with its line. */
export function importEdits(
  file: ts.SourceFile,
  statement: NamedImport,
  isRemoved: (specifier: ts.ImportSpecifier) => boolean,
): readonly Edit[] {
  const { name, namedBindings } = statement.importClause;
  const { elements } = namedBindings;
  const kept = elements.filter((each) => !isRemoved(each));
  if (kept.length === elements.length) return [];
  if (kept.length === 0 && name === undefined) return [statementEdit(file, statement)];
  const last = kept.at(-1);
  if (last === undefined) return [{ start: name!.end, end: namedBindings.end, text: '' }];
  const edits = elements.flatMap((each, index): readonly Edit[] => {
    if (kept.includes(each) || each.pos > last.pos) return [];
    return [{ start: each.getStart(file), end: elements[index + 1]!.getStart(file), text: '' }];
  });
  const end = elements.at(-1)!.end;
  return end === last.end ? edits : [...edits, { start: last.end, end, text: '' }];
}

/** Returns the edit that removes a statement with its line. */
export function statementEdit(file: ts.SourceFile, statement: ts.Statement): Edit {
  const line = /^[ \t]*(?:\r?\n)?/.exec(file.text.slice(statement.end))![0];
  return { start: statement.getStart(file), end: statement.end + line.length, text: '' };
}
