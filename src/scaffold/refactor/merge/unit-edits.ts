import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { startOfRemoved, type Edit } from '../code/code-edit.js';
import { noNames, tokensOf, type CodeStyle, type Names, type Token } from '../code/code-tokens.js';
import type { Unit } from '../code/code-units.js';

/** A part of a change for which there is no place in the user's code. */
export interface CodeProblem {
  /** The change to make by hand; `keep` for the user's code that the change would remove. */
  readonly kind: 'add' | 'remove' | 'replace' | 'keep';
  /** The declaration in question. */
  readonly symbol: string;
  /** The beginning of the corresponding code of the user; undefined if there is none. */
  readonly place?: Unit;
  /** The code that the change would add or remove. */
  readonly lines: readonly string[];
  /** Whether the user has removed the code that the change is about. */
  readonly isGone?: boolean;
  /** Whether code is kept because other code uses it, and not because the user has edited it. */
  readonly isUsed?: boolean;
  /** Whether code that is kept loses its markers. */
  readonly hadMarkers?: boolean;
}

/** The edits of files so far, and the changes that could not be made. */
export interface UnitMerge {
  readonly edits: Map<ts.SourceFile, Edit[]>;
  readonly problems: CodeProblem[];
  /** The declarations that edits remove as a whole: the scaffolded one, and the user's. */
  readonly removed: Map<Edit, readonly [old: Unit, own: Unit]>;
  /** The units that edits add. */
  readonly added: Map<Edit, Unit>;
  /** The style of the user: names that differ, quotes, line endings. */
  readonly style: CodeStyle;
  /** Reports whether a declaration that the change would remove is needed. */
  readonly isNeeded: (symbol: string) => boolean;
  /** Whether declarations are removed even if the user has edited them. */
  readonly isForced: boolean;
  /** Tokens of the user's code, outside of the declaration, in which a part of the change may have its place. */
  readonly elsewhere: () => readonly (readonly [ts.SourceFile, readonly Token[]])[];
  /** Whether code that the user has removed is not needed, as in tests. */
  readonly isOptional: boolean;
  /** Whether the code imports other code of the project in a way that is not followed, such as `#alias`. */
  readonly hasUnreadImports: boolean;
  /** Reports whether no scaffolded code has a name before the change. */
  readonly isUnknown: (name: string) => boolean;
  /** Reports whether the change adds a name of the project's own code. */
  readonly isNew: (name: string) => boolean;
  /** Reports whether code with some names calls or registers code of the project that the change adds. */
  readonly isConnection: (names: readonly string[]) => boolean;
  /** Reports whether code with some names, for which there is no place, is reported to the user. */
  readonly isTold: (names: readonly string[]) => boolean;
  /** Reports whether a name or a string of the code is replaced with another one, even where the user has edited it. */
  readonly isRenamed: (from: string, to: string) => boolean;
}

/** The owner of the units: a file, or a declaration with a body. */
export interface Holder {
  /** The symbol that problems are about, if the units are not symbols themselves. */
  readonly symbol?: string;
  readonly own?: Unit;
  /** The offset after which a unit is placed that follows no other one. */
  readonly start: number;
  readonly file: ts.SourceFile;
  /** Whether the body is an expression, which cannot contain statements. */
  readonly isExpression?: boolean;
}

export function addEdit({ edits }: UnitMerge, file: ts.SourceFile, edit: Edit): void {
  edits.set(file, [...(edits.get(file) ?? []), edit]);
}

export function tokens(
  { style }: UnitMerge,
  { node, file }: Unit,
  isOurs: boolean,
  without?: ts.Node,
): readonly Token[] {
  return tokensOf(node, file, { without, ...(isOurs ? { names: style.names } : {}) });
}

export function isSame(one: readonly Token[], other: readonly Token[]): boolean {
  return one.length === other.length && one.every(({ text }, index) => text === other[index]!.text);
}

export function decoratorsOf(node: ts.Node): readonly ts.Decorator[] {
  return typescript.canHaveDecorators(node) ? (typescript.getDecorators(node) ?? []) : [];
}

/** Returns the name of a decorator; for one of ours, the user's name for it. */
export function decoratorName({ expression }: ts.Decorator, names: Names = noNames): string {
  const name = (typescript.isCallExpression(expression) ? expression.expression : expression).getText();
  return names.get(name) ?? name;
}

/**
 * Returns the edit that removes a link of a chain of calls. A comment after a link that is on its own line is removed
 * with it.
 * @param previous the end of the expression before the link
 * @param link its offsets, from the dot to the last parenthesis
 */
export function linkRemoval(text: string, previous: number, [start, last]: readonly [number, number]): Edit {
  const end = text.slice(previous, start).includes('\n') ? endOfLine(text, last) : last;
  return { start: startOfRemoved(text, previous, [start, end]), end, text: '' };
}

/** Returns the end of a node including a comment after it on the same line. */
export function endOfLine(text: string, end: number): number {
  const rest = /^[ \t]*\/\/[^\n\r]*/.exec(text.slice(end));
  return end + (rest?.[0].length ?? 0);
}
