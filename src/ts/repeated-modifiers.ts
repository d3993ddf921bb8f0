import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';

const repeated =
  /(?:\b(?:abstract|accessor|async|const|declare|default|export|global|in|module|namespace|out|override|private|protected|public|readonly|static|type)\b\s*){64}/;

/**
 * Refuses a text whose modifiers do not end: at each of them the compiler looks ahead to the last.
 * @throws DiagnosticsError
 */
export function refuseRepeatedModifiers(root: string, path: string, text: string): void {
  const found = repeated.exec(text);
  if (found === null) return;
  const before = text.slice(0, found.index).split('\n');
  const position = { file: posix.relative(root, path), line: before.length, column: before.at(-1)!.length + 1 };
  refuse('syntax-error', { message: 'modifiers are repeated here, and no declaration follows' }, position);
}
