import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import type { Position } from '../../../base/model/position.js';
import { chainOf, isLink, memberOf, topOf } from './builder-chains.js';
import { applyEdits, blanksBefore, type Edit } from '../code/code-edit.js';
import { commentsAbove, isDetached } from '../code/code-units.js';
import { sharedLinks } from './shared-builders.js';
import { linkRemoval } from '../merge/unit-edits.js';
import { unusedImportEdits } from '../imports/unused-imports.js';

/** Code without some registrations of webhooks, and the positions of the remaining ones. */
export interface UnregisteredCode {
  readonly text: string;
  readonly left: readonly Position[];
}

/**
 * Removes calls such as `withValidator(...)` of builders of webhooks, with everything that has no purpose without them:
 * the other calls of the builder, imports, and a function that nothing else refers to.
 * @param positions the positions of the names of the methods
 * @param isUsed reports whether other files mention a name
 */
export function withoutRegistrations(
  path: string,
  text: string,
  positions: readonly Position[],
  isUsed: (name: string) => boolean,
): UnregisteredCode {
  const file = parseFile(path, text);
  const calls = positions.map((position) => ({ position, call: callAt(file, position) }));
  const gone = new Set(calls.flatMap(({ call }) => call ?? []));
  const removals = calls.map(({ position, call }) => ({ position, nodes: call && removalOf(call, gone) }));
  const left = removals.flatMap(({ position, nodes }) => (nodes === undefined ? [position] : []));
  const nodes = withEmptied([...new Set(removals.flatMap((each) => each.nodes ?? []))], isUsed);
  const isEmpty = file.statements.every((each) => typescript.isImportDeclaration(each) || nodes?.includes(each));
  if (nodes === undefined || nodes.length === 0 || isEmpty) return { text, left: positions };
  const outer = nodes.filter((each) => !nodes.some((other) => other !== each && contains(other, each)));
  const edits = [...outer.map((each) => editOf(file, each)), ...unusedImportEdits(file, outer.flatMap(removedIn))];
  return { text: applyEdits(text, edits), left };
}

/** Returns scaffolded code of webhooks without the function that registers them. */
export function withoutSetUp(path: string, text: string): string {
  const file = parseFile(path, text);
  const found = file.statements.filter(
    (each) => typescript.isFunctionDeclaration(each) && /^setup\w+Webhook$/.test(each.name?.text ?? ''),
  );
  return applyEdits(text, [...found.map((each) => editOf(file, each)), ...unusedImportEdits(file, found)]);
}

function callAt(file: ts.SourceFile, { line, column }: Position): ts.CallExpression | undefined {
  const offset = file.getLineStarts()[line - 1]! + column - 1;
  let found: ts.CallExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (offset < node.pos || offset >= node.end) return;
    const isIt =
      typescript.isCallExpression(node) &&
      typescript.isPropertyAccessExpression(node.expression) &&
      node.expression.name.getStart(file) === offset;
    if (isIt) found = node;
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the nodes that are removed with a call; undefined if it is not part of separate statements. */
function removalOf(call: ts.CallExpression, gone: ReadonlySet<ts.CallExpression>): readonly ts.Node[] | undefined {
  const statement = statementOf(call);
  const { start, links } = chainOf(call);
  const shared = sharedLinks(call);
  if (shared !== undefined) return isDone(shared, gone) ? undefined : [call];
  if (statement === undefined) return undefined;
  if (!typescript.isIdentifier(start) || memberOf(links[0]) === undefined)
    return isDone(links, gone) ? [statement] : [call];
  const uses = usesOf(start, statement);
  if (uses === undefined) return undefined;
  const all = uses.statements.flatMap((each) => chainIn(each));
  if (isDone([...uses.links, ...all], gone)) return [uses.declaration, ...uses.statements];
  return chainIn(statement).every((each) => gone.has(each)) ? [statement] : [call];
}

/** Reports whether a builder serves nothing without the calls that are removed. */
function isDone(links: readonly ts.CallExpression[], gone: ReadonlySet<ts.CallExpression>): boolean {
  return links.every((each) => gone.has(each) || !/^with(?:Defaulter|Validator|Converter)$/.test(memberOf(each) ?? ''));
}

/** Returns the statement that consists of a chain of calls. */
function statementOf(call: ts.CallExpression): ts.ExpressionStatement | undefined {
  let node: ts.Node = call;
  while (isLink(node.parent, node)) node = node.parent;
  return typescript.isExpressionStatement(node.parent) ? node.parent : undefined;
}

/** Returns the calls of the chain in a statement, or in the value of a variable. */
function chainIn(node: ts.ExpressionStatement | ts.VariableDeclaration): readonly ts.CallExpression[] {
  let value = typescript.isVariableDeclaration(node) ? node.initializer : node.expression;
  while (value !== undefined && (typescript.isAwaitExpression(value) || typescript.isVoidExpression(value)))
    value = value.expression;
  return value !== undefined && typescript.isCallExpression(value) ? chainOf(topOf(value)).links : [];
}

interface BuilderUses {
  readonly declaration: ts.Statement;
  readonly links: readonly ts.CallExpression[];
  readonly statements: readonly ts.ExpressionStatement[];
}

/** Returns the variable that holds a builder, and the statements that call it; undefined if anything else uses it. */
function usesOf({ text }: ts.Identifier, { parent }: ts.Statement): BuilderUses | undefined {
  if (!typescript.isBlock(parent) && !typescript.isSourceFile(parent)) return undefined;
  const declared = parent.statements.flatMap((each) => {
    const [only, ...others] = typescript.isVariableStatement(each) ? each.declarationList.declarations : [];
    const isIt = only !== undefined && others.length === 0 && only.name.getText() === text;
    return isIt ? [{ statement: each, variable: only }] : [];
  });
  const [found, ...others] = declared;
  if (found === undefined || others.length > 0) return undefined;
  const calling = parent.statements.filter(
    (each): each is ts.ExpressionStatement =>
      typescript.isExpressionStatement(each) && chainIn(each)[0] !== undefined && isOf(chainIn(each)[0]!, text),
  );
  // The name occurs once where the variable is declared, and once in each statement.
  if (mentions(parent, text) !== calling.length + 1) return undefined;
  return { declaration: found.statement, links: chainIn(found.variable), statements: calling };
}

function isOf(call: ts.CallExpression, name: string): boolean {
  const { start } = chainOf(call);
  return typescript.isIdentifier(start) && start.text === name && memberOf(call) !== undefined;
}

function mentions(node: ts.Node, name: string): number {
  let count = 0;
  const visit = (each: ts.Node): void => {
    if (typescript.isIdentifier(each) && each.text === name) count += 1;
    typescript.forEachChild(each, visit);
  };
  visit(node);
  return count;
}

/** Adds functions that contain nothing else; undefined if one of them is used, because it would then do nothing. */
function withEmptied(nodes: readonly ts.Node[], isUsed: (name: string) => boolean): readonly ts.Node[] | undefined {
  const functions = new Set<ts.FunctionDeclaration>();
  for (const { parent } of nodes) {
    if (!typescript.isBlock(parent) || !parent.statements.every((each) => nodes.includes(each))) continue;
    const owner = parent.parent;
    const isAlone = typescript.isFunctionDeclaration(owner) && typescript.isSourceFile(owner.parent);
    const name = isAlone ? owner.name?.text : undefined;
    if (!isAlone || name === undefined || isUsed(name) || mentions(owner.parent, name) > 1) return undefined;
    functions.add(owner);
  }
  return [...nodes, ...functions];
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return removedIn(outer).some(({ pos, end }) => pos <= inner.pos && inner.end <= end);
}

/** Returns the code that is removed with a node: for a link of a chain, the code without the links before it. */
function removedIn(node: ts.Node): readonly ts.Node[] {
  return typescript.isCallExpression(node) ? [...(node.typeArguments ?? []), ...node.arguments] : [node];
}

/** Returns the edit that removes a link of a chain, or a statement with its line; for a function, also its comment. */
function editOf(file: ts.SourceFile, node: ts.Node): Edit {
  const { text } = file;
  if (typescript.isCallExpression(node)) return linkEdit(file, node);
  const comments = typescript.isFunctionDeclaration(node) ? commentsAbove(node, file) : [];
  const first = comments.findLastIndex((each) => isDetached(text, each)) + 1;
  const start = comments[first]?.pos ?? node.getStart(file);
  const line = /^[ \t]*(?:\r?\n)?/.exec(text.slice(node.end))![0];
  return { start: start - blanksBefore(text, start).length, end: node.end + line.length, text: '' };
}

function linkEdit(file: ts.SourceFile, { expression, end }: ts.CallExpression): Edit {
  const previous = typescript.isPropertyAccessExpression(expression) ? expression.expression.end : expression.end;
  const name = typescript.isPropertyAccessExpression(expression) ? expression.name.getStart(file) : end;
  return linkRemoval(file.text, previous, [Math.max(previous, file.text.lastIndexOf('.', name)), end]);
}
