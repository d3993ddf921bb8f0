import type { ts } from '../compiler/compiler.js';

/** Comment that acknowledges a call whose kind is known only at run time: at the end of its line, or above it. */
const comment = /\/\/\s*rbac-dynamic:/;

/** Returns the text of the comment that acknowledges a call, or another place; undefined if there is none. */
export function acknowledgement(call: ts.Node): string | undefined {
  const file = call.getSourceFile();
  const lines = file.text.split('\n');
  const first = file.getLineAndCharacterOfPosition(call.getStart(file)).line;
  const last = file.getLineAndCharacterOfPosition(call.end).line;
  const own = lines.slice(first, last + 1);
  let above = first - 1;
  while (above >= 0 && lines[above]!.trim().startsWith('//')) own.push(lines[above--]!);
  return own.map(reasonIn).find((each) => each !== '');
}

/** Returns the reason in a line; empty if it has none. */
function reasonIn(line: string): string {
  const found = comment.exec(line);
  return found === null ? '' : line.slice(found.index + found[0].length).trim();
}
