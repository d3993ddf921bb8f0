import { LineCounter } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import type { Position } from '../../base/model/position.js';
import { positionsIn, type PositionOf } from '../../project/yaml-position.js';

/** Returns the position of an object in its file: the line with its kind. */
export function objectPlace(file: string, text: string, kind: string, name: string): Position {
  const lines = text.split('\n');
  const starts = [0, ...lines.flatMap((line, index) => (line.startsWith('---') ? [index + 1] : []))];
  for (const [index, start] of starts.entries()) {
    const own = lines.slice(start, starts[index + 1]);
    // A comment can follow the value.
    const line = own.findIndex((each) => `${unquoted(each).trimEnd()} `.startsWith(`kind: ${kind} `));
    if (line >= 0 && own.some((each) => unquoted(each).trim() === `name: ${name}`))
      return { file, line: start + line + 1, column: 1 };
  }
  return { file, line: 1, column: 1 };
}

/** An object in a file, identified by its declared names. */
export interface DeclaredObject {
  readonly file: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Returns a function that returns the position of a field of an object in its file, or of its nearest existing parent.
 * Each file is parsed only once, because it can contain thousands of objects.
 */
export function fieldPlaces(
  read: (path: string) => string | undefined,
): (object: DeclaredObject, path: readonly (string | number)[]) => Position {
  const known = new Map<string, ReadonlyMap<string, PositionOf>>();
  return ({ file, kind, name }, path) => {
    const positions = known.get(file) ?? positionsByObject(file, read(file) ?? '');
    known.set(file, positions);
    return positions.get(`${kind} ${name}`)?.(...path) ?? objectPlace(file, read(file) ?? '', kind, name);
  };
}

function positionsByObject(file: string, text: string): ReadonlyMap<string, PositionOf> {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return new Map();
  // If several objects have the same name, the first one counts.
  return new Map(
    documents
      .map((each) => {
        const [kind, name]: unknown[] = [each.get('kind'), each.getIn(['metadata', 'name'])];
        return [`${String(kind)} ${String(name)}`, positionsIn(file, each, lines)] as const;
      })
      .toReversed(),
  );
}

function unquoted(line: string): string {
  return line.replaceAll(/["']/g, '');
}
