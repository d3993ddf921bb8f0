import { withoutAssertions } from '../../language/compiler/assertions.js';
import { typescript, type ts } from '../../language/compiler/compiler.js';
import { parseErrors, parseFile } from '../../language/compiler/parse-source.js';

/** The flags of an operator in addition to the standard ones: their types, which can be unknown, by name. */
export interface OwnFlags {
  readonly types: ReadonlyMap<string, string | undefined>;
  /** Whether the program has no other flags. */
  readonly isWhole: boolean;
}

/** Reads the flags of `runOperator` in a program; undefined if it parses its command line in another way. */
export function ownFlagsIn(path: string, text: string): OwnFlags | undefined {
  if (!/\brunOperator\b/.test(text)) return undefined;
  const file = parseFile(path, text);
  const calls = callsIn(file).filter(({ expression }) => expression.getText(file) === 'runOperator');
  if (calls.length === 0 || parseErrors(file).length > 0) return undefined;
  const all = calls.map(({ arguments: [options] }) => flagsOf(options));
  return {
    types: new Map(all.flatMap(({ types }) => [...types])),
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}

/**
 * Reports whether a program can have settings that no flag shows: it starts in another way, or has unknown flags, or
 * sets options of the manager, which take precedence over flags.
 */
export function hasOwnOptions(path: string, text: string): boolean {
  return ownFlagsIn(path, text)?.isWhole !== true || /\bmanager\s*:/.test(text);
}

function callsIn(node: ts.Node): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  const visit = (each: ts.Node): void => {
    if (typescript.isCallExpression(each)) found.push(each);
    typescript.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

const unknown: OwnFlags = { types: new Map(), isWhole: false };

function flagsOf(options: ts.Expression | undefined): OwnFlags {
  const known = membersOf(options);
  if (known === undefined) return unknown;
  if (!known.members.has('flags')) return { types: new Map(), isWhole: known.isWhole };
  const flags = membersOf(known.members.get('flags'));
  if (flags === undefined) return unknown;
  const types = [...flags.members].map(([name, flag]) => {
    const type = membersOf(flag)?.members.get('type');
    return [name, type !== undefined && typescript.isStringLiteralLike(type) ? type.text : undefined] as const;
  });
  return { types: new Map(types), isWhole: known.isWhole && flags.isWhole };
}

/** Returns the values of a literal, including one with `as const`, or of a constant that is one; undefined for another expression. */
function membersOf(given: ts.Expression | undefined) {
  const value = given && constantValue(withoutAssertions(given));
  if (value === undefined || !typescript.isObjectLiteralExpression(value)) return undefined;
  const members = new Map<string, ts.Expression | undefined>();
  let isWhole = true;
  for (const each of value.properties) {
    const { name } = each;
    if (name === undefined || !(typescript.isIdentifier(name) || typescript.isStringLiteralLike(name))) isWhole = false;
    else members.set(name.text, valueOf(each));
  }
  return { members, isWhole };
}

function valueOf(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (typescript.isShorthandPropertyAssignment(property)) return property.name;
  return typescript.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** Returns the value of a constant of the same file, and any other expression as it is. */
function constantValue(expression: ts.Expression): ts.Expression {
  if (!typescript.isIdentifier(expression)) return expression;
  const found: ts.VariableDeclaration[] = [];
  const visit = (each: ts.Node): void => {
    if (typescript.isVariableDeclaration(each) && each.name.getText() === expression.text) found.push(each);
    typescript.forEachChild(each, visit);
  };
  visit(expression.getSourceFile());
  // With several of the same name, it depends on their scopes.
  const [only] = found;
  const isConstant = only !== undefined && found.length === 1 && (only.parent.flags & typescript.NodeFlags.Const) !== 0;
  return isConstant && only.initializer !== undefined ? withoutAssertions(only.initializer) : expression;
}
