import { typescript, type ts } from './compiler.js';
import { parseSource } from './parse-source.js';

const runtimeApi = '@operator-gen/runtime/api';

/**
 * A source file with a marker without arguments added to a class, above its `@Resource`, and imported.
 * @returns the new text; the text itself when the class has the marker; undefined when there is no such class
 */
export function addKindMarker(text: string, className: string, marker: string): string | undefined {
  const file = parseSource('source.ts', text, typescript.ScriptTarget.ES2022, true);
  const declaration = file.statements.find(
    (each) => typescript.isClassDeclaration(each) && each.name?.text === className,
  ) as ts.ClassDeclaration | undefined;
  const decorators = declaration === undefined ? [] : (typescript.getDecorators(declaration) ?? []);
  if (decorators.some((each) => nameOf(each) === marker)) return text;
  const resource = decorators.find((each) => nameOf(each) === 'Resource');
  if (resource === undefined) return undefined;
  const at = resource.getStart(file);
  const withMarker = `${text.slice(0, at)}@${marker}()\n${indentation(text, at)}${text.slice(at)}`;
  const edit = importEdit(file, marker);
  return `${withMarker.slice(0, edit.at)}${edit.text}${withMarker.slice(edit.at)}`;
}

function nameOf({ expression }: ts.Decorator): string | undefined {
  const callee = typescript.isCallExpression(expression) ? expression.expression : expression;
  return typescript.isIdentifier(callee) ? callee.text : undefined;
}

function indentation(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))![0];
}

/** Where the import goes: behind the names that are imported from the runtime, or on a line of its own. */
function importEdit(file: ts.SourceFile, name: string): { readonly at: number; readonly text: string } {
  for (const statement of file.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    const { importClause, moduleSpecifier } = statement;
    if (!typescript.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== runtimeApi) continue;
    const named = importClause?.namedBindings;
    if (importClause?.phaseModifier || named === undefined || !typescript.isNamedImports(named)) continue;
    if (named.elements.some((each) => each.name.text === name)) return { at: 0, text: '' };
    const values = named.elements.filter(({ isTypeOnly }) => !isTypeOnly);
    const before = values.find((each) => each.name.text > name) ?? named.elements.find((each) => each.isTypeOnly);
    const target = before ?? named.elements.at(-1);
    if (target === undefined) continue;
    const start = target.getStart(file);
    if (before === undefined) return { at: target.getEnd(), text: `, ${name}` };
    const lineStart = /^[ \t]*$/.exec(file.text.slice(file.text.lastIndexOf('\n', start) + 1, start));
    return { at: start, text: lineStart === null ? `${name}, ` : `${name},\n${lineStart[0]}` };
  }
  return { at: 0, text: `import { ${name} } from '${runtimeApi}';\n` };
}
