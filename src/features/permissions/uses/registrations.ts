import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { registerFile } from '../../../project/paths.js';
import { bare, isFunctionLike, symbolAt, visitAll } from '../code/calls.js';

/** Returns the functions that the file with the set-up functions of a project refers to. */
export function listedFunctions(program: SourceProgram): ReadonlySet<ts.Node> {
  const file = program.files.find(({ fileName }) => fileName === `${program.root}/${registerFile}`);
  const found = new Set<ts.Node>();
  for (const statement of file?.statements ?? []) {
    if (typescript.isImportDeclaration(statement)) continue;
    visitAll(statement, (node) => {
      const symbol = typescript.isIdentifier(node) ? symbolAt(node, program) : undefined;
      for (const each of symbol?.declarations ?? []) if (typescript.isFunctionDeclaration(each)) found.add(each);
    });
  }
  return found;
}

/**
 * Reports whether one of some functions always makes a call: no earlier statement ends the function, and there are no
 * conditions.
 */
export function isCertain(call: ts.CallExpression, functions: ReadonlySet<ts.Node>): boolean {
  let node: ts.Node = call;
  while (!isFunctionLike(node) && !typescript.isSourceFile(node)) {
    if (isConditional(node)) return false;
    node = node.parent;
  }
  if (!functions.has(node)) return false;
  let isEnded = false;
  visitAll(node, (each) => {
    const ends = typescript.isReturnStatement(each) || typescript.isThrowStatement(each);
    if (ends && each.pos < call.pos && call.end > each.end) isEnded = true;
  });
  return !isEnded;
}

const logical: ReadonlySet<ts.SyntaxKind> = new Set([
  typescript.SyntaxKind.AmpersandAmpersandToken,
  typescript.SyntaxKind.BarBarToken,
  typescript.SyntaxKind.QuestionQuestionToken,
]);

function isConditional(node: ts.Node): boolean {
  return (
    typescript.isIfStatement(node) ||
    typescript.isConditionalExpression(node) ||
    typescript.isCaseOrDefaultClause(node) ||
    typescript.isIterationStatement(node, false) ||
    typescript.isTryStatement(node) ||
    (typescript.isBinaryExpression(node) && logical.has(node.operatorToken.kind)) ||
    (node.flags & typescript.NodeFlags.OptionalChain) !== 0
  );
}

/** Reports whether the handler of a call is an instance of a class of the project without markers, and of no other class. */
export function isUnmarked({ arguments: [handler] }: ts.CallExpression, program: SourceProgram): boolean {
  const made = handler === undefined ? undefined : bare(handler);
  if (made === undefined || !typescript.isNewExpression(made) || !typescript.isIdentifier(made.expression))
    return false;
  const [declaration, ...others] = symbolAt(made.expression, program)?.declarations ?? [];
  if (declaration === undefined || others.length > 0 || !typescript.isClassDeclaration(declaration)) return false;
  const file = declaration.getSourceFile();
  const isExtended = declaration.heritageClauses?.some(({ token }) => token === typescript.SyntaxKind.ExtendsKeyword);
  const above = file.text.slice(declaration.pos, declaration.name?.pos ?? declaration.members.pos);
  return program.files.includes(file) && isExtended !== true && !/@\w/.test(above);
}
