import { typescript, type ts } from '../compiler/compiler.js';
import { parseSource } from '../compiler/parse-source.js';
import { applyEdits } from './code-edit.js';
import { runtimeApi } from './rbac-rules.js';
import { unusedImportEdits } from './unused-imports.js';

/** Returns a file without `@Webhook` on its classes; the same text if it has none. */
export function withoutWebhookMarkers(path: string, text: string): string {
  if (!text.includes('Webhook')) return text;
  const file = parseSource(path, text, typescript.ScriptTarget.Latest, true);
  const names = namesOfWebhook(file);
  const found = file.statements.flatMap((each) =>
    typescript.isClassDeclaration(each) ? (typescript.getDecorators(each) ?? []).filter((one) => isOf(one, names)) : [],
  );
  if (found.length === 0) return text;
  const edits = found.map((each) => {
    const blanks = /^\s*/.exec(text.slice(each.end))![0];
    return { start: each.getStart(file), end: each.end + blanks.length, text: '' };
  });
  return applyEdits(text, [...edits, ...unusedImportEdits(file, found)]);
}

function isOf({ expression }: ts.Decorator, names: ReadonlySet<string>): boolean {
  return typescript.isCallExpression(expression) && names.has(expression.expression.getText());
}

/** Returns the names under which a file imports `Webhook`. */
function namesOfWebhook(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!typescript.isStringLiteral(moduleSpecifier) || bindings === undefined) continue;
    if (typescript.isNamespaceImport(bindings)) {
      if (moduleSpecifier.text === runtimeApi) names.add(`${bindings.name.text}.Webhook`);
    } else
      for (const { name, propertyName } of bindings.elements)
        if ((propertyName ?? name).text === 'Webhook') names.add(name.text);
  }
  return names;
}
