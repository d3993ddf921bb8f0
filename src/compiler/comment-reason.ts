import type { ts } from './compiler.js';

/**
 * Names of comments that give a reason: for a request whose kind is known only at run time, and for a permission that
 * the code does not use.
 */
export type CommentName = 'rbac-dynamic' | 'rbac-unused';

/**
 * Returns the reason in a comment such as `// rbac-dynamic: why`, at the end of a line of a node or above it; undefined
 * if there is none.
 */
export function commentReason(node: ts.Node, name: CommentName): string | undefined {
  const file = node.getSourceFile();
  if (!file.text.includes(`${name}:`)) return undefined;
  const lines = file.text.split('\n');
  const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
  const last = file.getLineAndCharacterOfPosition(node.end).line;
  const own = lines.slice(first, last + 1);
  let above = first - 1;
  while (above >= 0 && lines[above]!.trim().startsWith('//')) own.push(lines[above--]!);
  return own.map((line) => reasonIn(line, name)).find((each) => each !== '');
}

/** Returns the reason in a line; empty if it has none. */
function reasonIn(line: string, name: CommentName): string {
  const found = new RegExp(`//\\s*${name}:`).exec(line);
  return found === null ? '' : line.slice(found.index + found[0].length).trim();
}
