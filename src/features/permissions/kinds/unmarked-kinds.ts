import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { UnmarkedKind } from '../../../base/model/permission.js';
import { bare, runtimeName, symbolAt, visitAll } from '../code/calls.js';
import { runningCode } from '../uses/running-code.js';

/**
 * Returns the places where code that runs passes a custom resource class without markers to the runtime, which throws
 * because the class is not a kind.
 */
export function unmarkedKinds(program: SourceProgram): readonly UnmarkedKind[] {
  const classes = new Set<ts.Node>(
    program.files.flatMap(({ statements }) => statements.filter((each) => isUnmarked(each, program))),
  );
  if (classes.size === 0) return [];
  const found: UnmarkedKind[] = [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node) || runtimeName(node.expression, program, () => []) === undefined) return;
    for (const argument of node.arguments.map(bare)) {
      const [declaration] = (typescript.isIdentifier(argument) && symbolAt(argument, program)?.declarations) || [];
      if (declaration !== undefined && classes.has(declaration))
        found.push({ name: argument.getText(), position: positionOf(argument, program.root) });
    }
  };
  for (const each of runningCode(program).statements) if (!typescript.isImportDeclaration(each)) visitAll(each, read);
  return found;
}

function isUnmarked(statement: ts.Statement, program: SourceProgram): boolean {
  if (!typescript.isClassDeclaration(statement) || (typescript.getDecorators(statement) ?? []).length > 0) return false;
  const base = statement.heritageClauses?.find(({ token }) => token === typescript.SyntaxKind.ExtendsKeyword)?.types[0];
  return base !== undefined && runtimeName(base.expression, program, () => []) === 'CustomResource';
}
