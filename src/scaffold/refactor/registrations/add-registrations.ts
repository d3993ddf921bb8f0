import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { applyEdits } from '../code/code-edit.js';
import { importEdit } from '../imports/import-edit.js';

/** A call such as `.withValidator(new CartValidator())` on a builder of webhooks. */
export interface Link {
  readonly method: string;
  /** The class of its argument. */
  readonly className: string;
}

/**
 * Adds calls to the builder of the webhooks of a kind, before `complete()`, and imports their classes.
 * @param module the specifier of the module with the classes
 * @returns undefined unless there is one such builder
 */
export function withRegistrations(
  path: string,
  text: string,
  { kind, links, module }: { readonly kind: string; readonly links: readonly Link[]; readonly module: string },
): string | undefined {
  const file = parseFile(path, text);
  const [found, ...others] = completionsOf(file, kind);
  if (found === undefined || others.length > 0) return undefined;
  const start = found.expression.end;
  // The calls are on their own lines if the others are.
  const gap = text.slice(start, text.lastIndexOf('.', found.name.getStart(file)));
  const calls = links.map(({ method, className }) => `${gap}.${method}(new ${className}())`).join('');
  const imported = links.map(({ className }) => ({ text: className, isType: false }));
  return applyEdits(text, [importEdit(file, module, imported), { start, end: start, text: calls }]);
}

/** Returns the `.complete` of builders of webhooks for a kind, including those in variables. */
function completionsOf(file: ts.SourceFile, kind: string): readonly ts.PropertyAccessExpression[] {
  const found: ts.PropertyAccessExpression[] = [];
  const variables = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (typescript.isVariableDeclaration(node) && node.initializer && isBuilder(node.initializer, kind))
      variables.add(node.name.getText(file));
    if (typescript.isPropertyAccessExpression(node) && node.name.text === 'complete') {
      const { expression } = node;
      const isVariable = typescript.isIdentifier(expression) && variables.has(expression.text);
      if (isVariable || isBuilder(expression, kind)) found.push(node);
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Reports whether a chain begins with `webhookManagedBy(...)`, and contains the call `for` with a kind. */
function isBuilder(expression: ts.Expression, kind: string): boolean {
  let hasKind = false;
  let node = expression;
  while (typescript.isCallExpression(node)) {
    const { expression: called, arguments: given } = node;
    if (!typescript.isPropertyAccessExpression(called)) return hasKind && called.getText() === 'webhookManagedBy';
    const [first] = given;
    hasKind ||= called.name.text === 'for' && first?.getText() === kind;
    node = called.expression;
  }
  return false;
}
