import { LineCounter } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../merge/yaml-documents.js';
import type { Position } from '../model/position.js';
import { positionsIn } from '../project/yaml-position.js';

/** Returns the position of an object in its file: the line of its kind. */
export function objectPlace(file: string, text: string, kind: string, name: string): Position {
  const lines = text.split('\n');
  const starts = [0, ...lines.flatMap((line, index) => (line.startsWith('---') ? [index + 1] : []))];
  for (const [index, start] of starts.entries()) {
    const own = lines.slice(start, starts[index + 1]);
    // A comment can follow.
    const line = own.findIndex((each) => `${unquoted(each).trimEnd()} `.startsWith(`kind: ${kind} `));
    if (line >= 0 && own.some((each) => unquoted(each).trim() === `name: ${name}`))
      return { file, line: start + line + 1, column: 1 };
  }
  return { file, line: 1, column: 1 };
}

/** Returns the position of a field of an object in its file, or of its nearest existing parent. */
export function objectFieldPlace(
  file: string,
  text: string,
  { kind, name }: { readonly kind: string; readonly name: string },
  path: readonly (string | number)[],
): Position {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  const found = isYamlProblem(documents)
    ? undefined
    : documents.find((each) => each.get('kind') === kind && each.getIn(['metadata', 'name']) === name);
  return found === undefined ? objectPlace(file, text, kind, name) : positionsIn(file, found, lines)(...path);
}

function unquoted(line: string): string {
  return line.replaceAll(/["']/g, '');
}
