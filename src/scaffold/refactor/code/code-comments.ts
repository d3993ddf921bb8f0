import { parseErrors, parseFile } from '../../../language/compiler/parse-source.js';
import { tokensOf } from './code-tokens.js';

/** Returns the lines of the comments in code, without indentation. */
export function codeComments(path: string, text: string): readonly string[] {
  const file = parseFile(path, text);
  const gaps: string[] = [];
  let at = 0;
  for (const { start, end } of tokensOf(file, file)) {
    gaps.push(text.slice(at, start));
    at = end;
  }
  gaps.push(text.slice(at));
  return gaps.flatMap((gap) => gap.split(/\r?\n/).map((line) => line.replace(/^[\s;,]+/, '').trimEnd()));
}

/** Reports whether two texts are valid code with the same tokens, regardless of their comments and formatting. */
export function sameCode(path: string, one: string, other: string): boolean {
  const files = [one, other].map((text) => parseFile(path, text));
  if (files.some((file) => parseErrors(file).length > 0)) return false;
  const [left, right] = files.map((file) => tokensOf(file, file).map(({ text }) => text));
  return left!.length === right!.length && left!.every((text, index) => text === right![index]);
}
