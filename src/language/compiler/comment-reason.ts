import type { ts } from './compiler.js';

/**
 * Comments that give a reason: for a request whose kind is known only at run time, and for a permission that the code
 * does not use.
 */
const comments = {
  'rbac-dynamic': /\/\/\s*rbac-dynamic:/,
  'rbac-unused': /\/\/\s*rbac-unused:/,
};

export type CommentName = keyof typeof comments;

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
  const found = comments[name].exec(line);
  return found === null ? '' : line.slice(found.index + found[0].length).trim();
}
