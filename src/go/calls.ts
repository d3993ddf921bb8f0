import type { GoText } from './text.js';

/** A range of a file. */
export interface GoRange {
  readonly from: number;
  readonly to: number;
}

/** A call of a method in a chain. */
export interface GoCall {
  readonly file: GoText;
  readonly name: string;
  readonly offset: number;
  readonly arguments: readonly GoRange[];
}

/** Returns the calls that follow an offset in a chain: `.For(a).Owns(b)`, and where the chain ends. */
export function chainFrom(file: GoText, from: number): { readonly calls: readonly GoCall[]; readonly end: number } {
  const { code, closing } = file;
  const calls: GoCall[] = [];
  const finder = /\s*\.\s*(\w+)\s*\(/dy;
  let end = from;
  for (;;) {
    finder.lastIndex = end;
    const match = finder.exec(code);
    const open = finder.lastIndex - 1;
    const close = match === null ? undefined : closing.get(open);
    if (match === null || close === undefined) return { calls, end };
    const [offset] = match.indices![1]!;
    calls.push({ file, name: match[1]!, offset, arguments: argumentsOf(file, open, close) });
    end = close + 1;
  }
}

/** A call that an expression begins with. */
export interface GoCalled extends GoCall {
  /** Qualifier of the name: a package, or a variable; empty for a function of the package. */
  readonly qualifier: string;
  /** Offset behind the call. */
  readonly end: number;
}

/** Returns the call that a range begins with: `handler.EnqueueRequestsFromMapFunc(find)`, also with arguments of types. */
export function callAt(file: GoText, { from, to }: GoRange): GoCalled | undefined {
  const found = /^&?\s*(?:(\w+)\s*\.\s*)?(\w+)\s*(?=[([])/.exec(file.code.slice(from, to));
  if (found === null) return undefined;
  const { 0: start, 1: qualifier = '', 2: name = '' } = found;
  const open = behindTypes(file, from + start.length);
  const close = file.code.charAt(open) === '(' ? file.closing.get(open) : undefined;
  if (close === undefined) return undefined;
  return { file, name, qualifier, offset: from, end: close + 1, arguments: argumentsOf(file, open, close) };
}

/** Returns the offset behind the arguments of types at an offset: `[*core.Pod]`. */
export function behindTypes({ code, closing }: GoText, offset: number): number {
  const close = code.charAt(offset) === '[' ? closing.get(offset) : undefined;
  if (close === undefined) return offset;
  return close + 1 + /^\s*/.exec(code.slice(close + 1, close + 100))![0].length;
}

/** Returns the code of a range. */
export const codeOf = ({ code }: GoText, { from, to }: GoRange): string => code.slice(from, to);

/**
 * Returns the end of an expression: of its line, also behind brackets.
 * @param end what also ends it
 */
export function expressionEnd({ code, closing }: GoText, from: number, end = /[\n;,)}\]]/): number {
  let index = from;
  for (; index < code.length && !end.test(code.charAt(index)); index += 1) index = closing.get(index) ?? index;
  return index;
}

/** Returns the arguments between two brackets. */
export function argumentsOf({ code, closing }: GoText, open: number, close: number): readonly GoRange[] {
  const found: GoRange[] = [];
  let from = open + 1;
  const add = (to: number): void => {
    const text = code.slice(from, to);
    if (text.trim() !== '')
      found.push({ from: from + text.length - text.trimStart().length, to: from + text.trimEnd().length });
  };
  for (let index = from; index < close; index += 1) {
    const inner = closing.get(index);
    if (inner !== undefined) index = inner;
    else if (code.charAt(index) === ',') {
      add(index);
      from = index + 1;
    }
  }
  add(close);
  return found;
}
