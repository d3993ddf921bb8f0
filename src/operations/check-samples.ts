import { parseAllDocuments, LineCounter, type Document } from 'yaml';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { suggest } from '../diagnostics/suggest.js';
import { misfits } from '../model/fits.js';
import type { Kind } from '../model/kind.js';
import type { JsonValue } from '../model/schema.js';
import { positionAt, positionsIn } from '../project/yaml-position.js';

/** What the API server would refuse of a sample that a user has edited: each object of the file, against its kind. */
export function checkSample(file: string, text: string, kinds: readonly Kind[]): readonly Diagnostic[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { version: '1.1', lineCounter: lines });
  return [...documents].flatMap((document: Document) => {
    const [broken] = document.errors;
    if (broken !== undefined) {
      const reason = broken.message.split('\n', 1)[0]!;
      return [diagnostic('sample-refused', { reason }, positionAt(file, lines, broken.pos[0]))];
    }
    return [...checkObject(document.toJS() as unknown, kinds)].map(({ path, reason }) =>
      diagnostic('sample-refused', { reason }, positionsIn(file, document, lines)(...path)),
    );
  });
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

function* checkObject(object: unknown, kinds: readonly Kind[]): Generator<Problem> {
  if (object === null) return;
  if (typeof object !== 'object') {
    yield { path: [], reason: 'it is no object' };
    return;
  }
  const { apiVersion, kind: name } = object as { apiVersion?: unknown; kind?: unknown };
  const kind = kinds.find((each) => each.kind === name);
  // Other objects that a sample needs, such as a Secret, are not ours to judge.
  if (kind === undefined) return;
  const known = kind.versions.map((each) => `${kind.group}/${each.name}`);
  const version = kind.versions[known.indexOf(String(apiVersion))];
  if (version === undefined) {
    const meant = suggest(String(apiVersion), known) ?? known.join(' or ');
    yield { path: ['apiVersion'], reason: `there is no ${kind.kind} in ${String(apiVersion)}; it is in ${meant}` };
    return;
  }
  const { apiVersion: _, kind: __, metadata: ___, ...fields } = object as Readonly<Record<string, JsonValue>>;
  for (const { path, reason } of misfits(version.schema, fields)) yield { path: pathOf(path), reason };
}

/** `$.spec.ports[0]` as keys and indexes. */
function pathOf(path: string): (string | number)[] {
  return [...path.slice(1).matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
}
