import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { isOfRuntime, nameOf, symbolAt } from './calls.js';

/** Types whose objects can register webhooks. */
const registering = new Set(['Manager', 'WebhookServer', 'WebhookBuilder', 'Router']);

/**
 * Reports whether unread code may register webhooks: a function of a package that gets a manager or a webhook server,
 * or one that is listed as a set-up function.
 */
export function isHandedOver(node: ts.Node, program: SourceProgram): boolean {
  if (typescript.isCallExpression(node)) {
    const isUnknown = isExternal(node.expression, program) || node.arguments.some((each) => isExternal(each, program));
    return isUnknown && node.arguments.some((each) => canRegister(each, program));
  }
  const { parent } = node;
  if (!typescript.isIdentifier(node) || !/\b(?:runOperator|setUpWith|Registration)\b/.test(node.getSourceFile().text))
    return false;
  const isListed =
    typescript.isArrayLiteralExpression(parent) ||
    typescript.isSpreadElement(parent) ||
    (typescript.isShorthandPropertyAssignment(parent) && parent.name === node) ||
    (typescript.isPropertyAssignment(parent) && parent.initializer === node);
  return isListed && isExternal(node, program);
}

function canRegister(argument: ts.Expression, { checker }: SourceProgram): boolean {
  const type = checker.getTypeAtLocation(argument);
  if (type.flags & typescript.TypeFlags.Any) return /manager|mgr|webhook/i.test(argument.getText());
  return registering.has(type.symbol?.name ?? '');
}

/** Reports whether an expression is imported from unread code. */
function isExternal(expression: ts.Expression, program: SourceProgram): boolean {
  let inner: ts.Node = expression;
  while (typescript.isPropertyAccessExpression(inner) || typescript.isCallExpression(inner)) inner = inner.expression;
  if (!typescript.isIdentifier(inner)) return false;
  const symbol = program.checker.getSymbolAtLocation(inner);
  const isImported = symbol?.declarations?.some(
    (each) =>
      typescript.isImportSpecifier(each) || typescript.isImportClause(each) || typescript.isNamespaceImport(each),
  );
  if (isImported !== true) return false;
  const [target] = symbolAt(nameOf(inner) ?? inner, program)?.declarations ?? [];
  return target === undefined || !(isOfRuntime(target, program) || program.files.includes(target.getSourceFile()));
}
