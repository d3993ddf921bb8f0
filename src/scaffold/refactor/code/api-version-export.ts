import { withoutAssertions } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';

/**
 * Returns the name under which code exports an API version, an object with a group and a version: `wanted` if it exports
 * that, `default` for a default export; undefined if there is none.
 */
export function apiVersionExport(path: string, text: string, wanted: string): string | undefined {
  const file = parseFile(path, text);
  const constants = new Set(file.statements.flatMap(constantsIn));
  const exported = file.statements.flatMap((each) => exportsOf(each, constants));
  if (exported.some(({ name }) => name === wanted || name === '*')) return wanted;
  return exported.find((each) => each.isApiVersion)?.name;
}

interface Export {
  /** The name in other files; `*` for all of another module. */
  readonly name: string;
  readonly isApiVersion: boolean;
}

function exportsOf(statement: ts.Statement, constants: ReadonlySet<string>): readonly Export[] {
  if (typescript.isExportAssignment(statement)) {
    const { expression } = statement;
    const isConstant = typescript.isIdentifier(expression) && constants.has(expression.text);
    return [{ name: 'default', isApiVersion: isConstant || declaresApiVersion(expression) }];
  }
  if (typescript.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (exportClause === undefined) return [{ name: '*', isApiVersion: false }];
    if (typescript.isNamespaceExport(exportClause)) return [];
    return exportClause.elements.map(({ name, propertyName }) => ({
      name: name.text,
      isApiVersion: statement.moduleSpecifier === undefined && constants.has((propertyName ?? name).text),
    }));
  }
  const isExported =
    typescript.isVariableStatement(statement) &&
    statement.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  return statement.declarationList.declarations.flatMap(({ name }) =>
    typescript.isIdentifier(name) ? [{ name: name.text, isApiVersion: constants.has(name.text) }] : [],
  );
}

/** Returns the constants of a statement that are API versions. */
function constantsIn(statement: ts.Statement): readonly string[] {
  if (!typescript.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    typescript.isIdentifier(name) && initializer !== undefined && declaresApiVersion(initializer) ? [name.text] : [],
  );
}

function declaresApiVersion(initializer: ts.Expression): boolean {
  const node = withoutAssertions(initializer);
  if (!typescript.isObjectLiteralExpression(node)) return false;
  const keys = node.properties.map(({ name }) => name?.getText().replaceAll(/['"]/g, ''));
  return keys.includes('group') && keys.includes('version');
}
