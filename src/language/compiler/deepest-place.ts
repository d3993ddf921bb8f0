import { typescript, type ts } from './compiler.js';
import { parseSource } from './parse-source.js';

/** A text that was read, by its path. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/** A place in a source, by its offset. */
interface Place<S extends Source> {
  readonly source: S;
  readonly at: number;
  readonly depth: number;
}

/**
 * Returns the most deeply nested place of all sources, to explain a stack overflow while reading them. Both brackets
 * and the compiler's tree count: `a + b + c` is as deep as it is long.
 */
export function deepestPlace<S extends Source>(sources: Iterable<S>): Place<S> | undefined {
  let found: Place<S> | undefined;
  for (const source of sources) {
    const place = placeIn(source);
    if (place.depth > (found?.depth ?? 0)) found = { source, ...place };
  }
  return found;
}

function placeIn({ path, text }: Source): { readonly at: number; readonly depth: number } {
  const brackets = deepestBracket(text);
  if (!/\.[cm]?tsx?$/.test(path)) return brackets;
  const tree = deepestNode(path, text);
  return tree.depth > 2 * brackets.depth ? tree : brackets;
}

/** Returns the approximate place of the deepest bracket, because brackets in strings and comments count as well. */
function deepestBracket(text: string): { readonly at: number; readonly depth: number } {
  let found = { at: 0, depth: 0 };
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[([{<>}\])]/g)) {
    depth = '([{<'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > found.depth) found = { at: index, depth };
  }
  return found;
}

/**
 * Returns the deepest node without recursing, unlike everything else that follows the tree; depth 0 if the compiler
 * cannot create the tree.
 */
function deepestNode(path: string, text: string): { readonly at: number; readonly depth: number } {
  let found = { at: 0, depth: 0 };
  let level: readonly ts.Node[];
  try {
    level = [parseSource(path, text, typescript.ScriptTarget.Latest, false)];
  } catch {
    return found;
  }
  for (let depth = 1; level.length > 0; depth += 1) {
    found = { at: level[0]!.end, depth };
    level = level.flatMap((node) => {
      const inner: ts.Node[] = [];
      typescript.forEachChild(node, (child) => void inner.push(child));
      return inner;
    });
  }
  return found;
}

/** Reports whether an error is a stack overflow. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
