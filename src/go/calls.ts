import type { GoText } from './text.js';

/** A range of a file. */
export interface GoRange {
  readonly from: number;
  readonly to: number;
}

/** A call of a method in a chain. */
export interface GoCall {
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
    calls.push({ name: match[1]!, offset, arguments: argumentsOf(file, open, close) });
    end = close + 1;
  }
}

/** Returns the call that a range begins with: `handler.EnqueueRequestsFromMapFunc(find)`. */
export function callAt(file: GoText, { from, to }: GoRange): GoCall | undefined {
  const found = /^&?\s*(?:\w+\s*\.\s*)?(\w+)\s*\(/.exec(file.code.slice(from, to));
  const open = from + (found?.[0].length ?? 0) - 1;
  const close = file.closing.get(open);
  if (found === null || close === undefined) return undefined;
  return { name: found[1]!, offset: from, arguments: argumentsOf(file, open, close) };
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
