import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { positionOf } from '../../../language/compiler/position.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import type { IdleController } from '../../../base/model/permission.js';
import { bare, isFunctionLike, runtimeName, visitAll } from '../code/calls.js';
import { anyKind, type FoundKinds } from '../kinds/found-kinds.js';
import type { KindFinder } from '../kinds/kinds.js';
import { runningCode } from './running-code.js';

const builder = 'controllerManagedBy';

/** Returns the exported functions that build controllers, and that code which the operator runs never refers to. */
export function idleControllers(program: SourceProgram, kinds: KindFinder): readonly IdleController[] {
  const building = program.files
    .filter(({ text }) => text.includes(builder))
    .flatMap(({ statements }) => statements.flatMap(exportedFunctions))
    .filter(({ code }) => code.getText().includes(builder));
  const listed = listedSetUps(program);
  // Usually, these are all of them.
  if (building.every(({ name }) => listed.has(name.text))) return [];
  const { statements, isOpen } = runningCode(program);
  if (isOpen) return [];
  const running = new Set(statements);
  const idle = building.filter(({ code }) => !running.has(code));
  if (idle.length === 0) return [];
  const reconciled = kindsIn(statements, program, kinds);
  const known = new Set(reconciled.kinds.map(shown));
  return idle.map(({ name, code }) => {
    const own = kindsIn([code], program, kinds);
    const isReplaced = reconciled.isOpen || own.isOpen || own.kinds.some((kind) => known.has(shown(kind)));
    return { name: name.text, isReplaced, position: positionOf(name, program.root) };
  });
}

/** Returns the words in the file that lists all set-up functions of PROJECT, if the entry point loads it. */
function listedSetUps({ root, files, imports }: SourceProgram): ReadonlySet<string> {
  const register = `${root}/src/register.ts`;
  const isLoaded = imports.get(`${root}/src/main.ts`)?.includes(register) === true;
  const text = isLoaded ? files.find(({ fileName }) => fileName === register)?.text : undefined;
  return new Set(text?.match(/\w+/g));
}

const shown = ({ group, resource }: FoundKinds['kinds'][number]): string => `${resource}.${group}`;

interface ExportedFunction {
  readonly name: ts.Identifier;
  readonly code: ts.Statement;
}

function exportedFunctions(code: ts.Statement): readonly ExportedFunction[] {
  const { modifiers } = code as Partial<Pick<ts.FunctionDeclaration, 'modifiers'>>;
  if (modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) !== true) return [];
  if (typescript.isFunctionDeclaration(code)) return code.name === undefined ? [] : [{ name: code.name, code }];
  if (!typescript.isVariableStatement(code)) return [];
  return code.declarationList.declarations.flatMap(({ name, initializer }) =>
    typescript.isIdentifier(name) && initializer !== undefined && isFunctionLike(initializer) ? [{ name, code }] : [],
  );
}

/** Returns the kinds of the controllers that code builds. */
function kindsIn(statements: readonly ts.Statement[], program: SourceProgram, finder: KindFinder): FoundKinds {
  const found: FoundKinds[] = [];
  const read = (node: ts.Node): void => {
    if (!typescript.isCallExpression(node)) return;
    if (runtimeName(node.expression, program, () => []) !== builder) return;
    const kind = kindOf(node);
    found.push(kind === undefined ? anyKind : finder.kindsOf({ expression: kind }));
  };
  for (const each of statements) if (!typescript.isImportDeclaration(each)) visitAll(each, read);
  return { kinds: found.flatMap((each) => each.kinds), isOpen: found.some((each) => each.isOpen) };
}

/** Returns the argument of the `for` that follows a call; undefined if the result is used in another way. */
function kindOf(call: ts.CallExpression): ts.Expression | undefined {
  const { parent } = call;
  if (!typescript.isPropertyAccessExpression(parent) || parent.name.text !== 'for') return undefined;
  return typescript.isCallExpression(parent.parent) ? parent.parent.arguments.map(bare)[0] : undefined;
}
