import { typescript, type ts } from '../compiler/compiler.js';
import { positionOf } from '../compiler/position.js';
import type { SourceProgram } from '../compiler/program.js';
import type { IdleController } from '../model/permission.js';
import { bare, runtimeName, visitAll } from './calls.js';
import { anyKind, type FoundKinds } from './found-kinds.js';
import type { KindFinder } from './kinds.js';
import { runningCode } from './running-code.js';

/**
 * Returns the exported functions that build controllers and that nothing in the code that the operator runs refers to,
 * unless other code that runs builds controllers of the same kinds.
 */
export function idleControllers(program: SourceProgram, kinds: KindFinder): readonly IdleController[] {
  // What the entry point imports as a file that lists all set-ups, it runs.
  const main = program.imports.get(`${program.root}/src/main.ts`) ?? [];
  if (main.includes(`${program.root}/src/register.ts`)) return [];
  const building = program.files
    .filter(({ text }) => text.includes('controllerManagedBy'))
    .flatMap(({ statements }) => statements.filter(isExportedFunction));
  if (building.length === 0) return [];
  const { statements, isOpen } = runningCode(program);
  if (isOpen) return [];
  const running = new Set(statements);
  const idle = building.filter((each) => !running.has(each));
  if (idle.length === 0) return [];
  const reconciled = kindsIn(statements, program, kinds);
  if (reconciled.isOpen) return [];
  const known = new Set(reconciled.kinds.map(shown));
  return idle.flatMap((each) => {
    const own = kindsIn([each], program, kinds);
    const isKnown = own.isOpen || own.kinds.length === 0 || own.kinds.some((kind) => known.has(shown(kind)));
    return isKnown ? [] : [{ name: each.name.text, position: positionOf(each.name, program.root) }];
  });
}

const shown = ({ group, resource }: FoundKinds['kinds'][number]): string => `${resource}.${group}`;

type NamedFunction = ts.FunctionDeclaration & { readonly name: ts.Identifier };

function isExportedFunction(statement: ts.Statement): statement is NamedFunction {
  return (
    typescript.isFunctionDeclaration(statement) &&
    statement.name !== undefined &&
    statement.modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) === true
  );
}

/** Returns the kinds of the controllers that code builds. */
function kindsIn(statements: readonly ts.Statement[], program: SourceProgram, finder: KindFinder): FoundKinds {
  const found: FoundKinds[] = [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node)) return;
    if (runtimeName(node.expression, program, () => []) !== 'controllerManagedBy') return;
    const kind = kindOf(node);
    found.push(kind === undefined ? anyKind : finder.kindsOf({ expression: kind }));
  };
  for (const each of statements) if (!typescript.isImportDeclaration(each)) visitAll(each, read);
  return { kinds: found.flatMap((each) => each.kinds), isOpen: found.some((each) => each.isOpen) };
}

/** Returns the argument of the `for` that follows a call; undefined where something else uses its result. */
function kindOf(call: ts.CallExpression): ts.Expression | undefined {
  const { parent } = call;
  if (!typescript.isPropertyAccessExpression(parent) || parent.name.text !== 'for') return undefined;
  return typescript.isCallExpression(parent.parent) ? parent.parent.arguments.map(bare)[0] : undefined;
}
