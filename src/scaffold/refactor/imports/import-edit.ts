import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { lineEndOf } from '../../../base/text/text.js';
import type { Edit } from '../code/code-edit.js';
import { quoteOf } from '../code/list-edit.js';
import { isNamedImport, type NamedImport } from './unused-imports.js';

/** A name to be imported. */
export interface NewImport {
  /** The specifier as it is written, such as `type Client`. */
  readonly text: string;
  readonly isType: boolean;
}

/** Adds names to the import of a module, or adds an import below the others. */
export function importEdit(file: ts.SourceFile, module: string, added: readonly NewImport[]): Edit {
  const isOf = ({ moduleSpecifier, importClause }: NamedImport): boolean =>
    (moduleSpecifier as ts.StringLiteral).text === module &&
    (!importClause.isTypeOnly || added.every(({ isType }) => isType)) &&
    importClause.namedBindings.elements.length > 0;
  const clause = file.statements.filter(isNamedImport).find(isOf)?.importClause;
  const last = clause?.namedBindings.elements.at(-1);
  // All names of `import type` are types.
  const texts = added.map(({ text }) => (clause?.isTypeOnly ? text.replace(/^type\s+/, '') : text));
  if (last !== undefined) {
    // If a list has one name per line, the new names get their own lines.
    const gap = file.text.slice(last.getFullStart(), last.getStart(file)) || ' ';
    return { start: last.end, end: last.end, text: texts.map((each) => `,${gap}${each}`).join('') };
  }
  const anchor = file.statements.findLast(typescript.isImportDeclaration);
  const end = anchor?.getText(file).endsWith(';') === false ? '' : ';';
  const quote = quoteOf(file);
  const line = `import { ${texts.join(', ')} } from ${quote}${module}${quote}${end}`;
  const eol = lineEndOf(file.text);
  return anchor === undefined
    ? { start: 0, end: 0, text: `${line}${eol}` }
    : { start: anchor.end, end: anchor.end, text: `${eol}${line}` };
}
