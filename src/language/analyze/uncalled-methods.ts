import { own } from '../../base/model/json-at.js';
import { withoutAssertions } from '../compiler/assertions.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { WebhookRule } from '../../base/model/webhook.js';
import type { Analysis } from './analysis.js';

/** A class with the webhooks of its markers. */
export interface WebhookClass {
  readonly node: ts.ClassLikeDeclaration;
  readonly webhooks: readonly WebhookRule[];
}

/** The methods of handlers, and the verbs for which the runtime calls them. */
const methods: Readonly<Record<string, { readonly mutating: boolean; readonly verbs: readonly string[] }>> = {
  default: { mutating: true, verbs: ['create', 'update'] },
  validateCreate: { mutating: false, verbs: ['create'] },
  validateUpdate: { mutating: false, verbs: ['update'] },
  validateDelete: { mutating: false, verbs: ['delete'] },
};

/**
 * Reports methods of a handler that do something, but are never called, because the webhook does not list their verbs.
 * @param all all webhooks of the file, several of which can have the same path
 */
export function reportUncalled(
  { node, webhooks }: WebhookClass,
  all: readonly WebhookRule[],
  analysis: Analysis,
): void {
  for (const member of node.members) {
    const name = member.name && typescript.isIdentifier(member.name) ? member.name.text : '';
    const method = own(methods, name);
    const [webhook, ...others] = webhooks.filter(({ mutating }) => mutating === method?.mutating);
    if (method === undefined || webhook === undefined || !doesSomething(member)) continue;
    const same = all.filter(({ path }) => [webhook, ...others].some((each) => each.path === path));
    const verbs = new Set([webhook, ...others, ...same].flatMap((each) => each.verbs));
    if (verbs.size === 0 || ['*', ...method.verbs].some((verb) => verbs.has(verb))) continue;
    if (isUsedElsewhere(node, name, analysis)) continue;
    analysis.report('ineffective-webhook', member.name!, {
      name: webhook.name,
      reason: `its verbs are ${[...verbs].join(' and ')}, so the API server never calls ${name}`,
      instead: `add ${method.verbs.map((verb) => `'${verb}'`).join(' or ')} to verbs, or remove the code of ${name}`,
    });
  }
}

/** Reports whether a member has code that does more than return an empty list of warnings. */
function doesSomething(member: ts.ClassElement): boolean {
  const { initializer } = member as { readonly initializer?: ts.Expression };
  const code = initializer === undefined ? member : withoutAssertions(initializer);
  const { body } = code as { readonly body?: ts.Node };
  const isCode = typescript.isMethodDeclaration(code) || typescript.isFunctionExpression(code);
  if (body === undefined || !(isCode || typescript.isArrowFunction(code))) return false;
  return typescript.isBlock(body) ? !body.statements.every(isIdle) : !isNothing(body as ts.Expression);
}

function isIdle(statement: ts.Statement): boolean {
  if (typescript.isReturnStatement(statement)) {
    return statement.expression === undefined || isNothing(statement.expression);
  }
  if (typescript.isExpressionStatement(statement)) return isNothing(statement.expression);
  return typescript.isThrowStatement(statement) && notMeant.test(statement.expression.getText());
}

// The text of an error in a method that is not supposed to be called.
const notMeant = /\bnot (?:called|implemented|reached|used)\b|\bnever called\b|\bunreachable\b/i;

/** Reports whether an expression means that there are no warnings: `[]`, `undefined`, `Promise.resolve([])`, `void object`. */
function isNothing(expression: ts.Expression): boolean {
  const value = withoutAssertions(expression);
  if (typescript.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (typescript.isCallExpression(value)) {
    return value.expression.getText() === 'Promise.resolve' && value.arguments.every(isNothing);
  }
  if (typescript.isVoidExpression(value)) return !typescript.isCallExpression(value.expression);
  return typescript.isIdentifier(value) && value.text === 'undefined';
}

/** Reports whether a method is mentioned in code other than tests, or inherited by a class. */
function isUsedElsewhere(node: ts.ClassLikeDeclaration, name: string, { program }: Analysis): boolean {
  const heir = node.name && `extends ${node.name.text}`;
  const use = name === 'default' ? '.default(' : `.${name}`;
  return program.files.some(
    ({ fileName, text }) =>
      !/\.(?:test|spec)\.[cm]?[jt]s$/.test(fileName) &&
      (text.includes(use) || (heir !== undefined && text.includes(heir))),
  );
}
