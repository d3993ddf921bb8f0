import { LineCounter, type Document } from 'yaml';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import type { Kind } from '../../base/model/kind.js';
import { placeOf } from '../../base/text/text.js';
import { asKubernetes, isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import type { JsonValue } from '../../base/model/schema.js';
import { positionAt, positionsIn } from '../../project/yaml-position.js';
import { misfits } from '../../base/values/fits.js';
import type { Misfit } from '../../base/values/misfit.js';

/** Returns what the API server would reject in a sample that the user has edited: each object is checked against its kind. */
export function checkSample(file: string, text: string, kinds: readonly Kind[]): readonly Diagnostic[] {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { ...asKubernetes, lineCounter: lines });
  if (isYamlProblem(documents)) {
    const place = { file, ...placeOf(text, documents.offset) };
    return [diagnostic('invalid-sample', { reason: documents.message }, place)];
  }
  return documents.flatMap((document: Document) => {
    const [broken] = document.errors;
    if (broken !== undefined) {
      const reason = broken.message;
      return [diagnostic('invalid-sample', { reason }, positionAt(file, lines, broken.pos[0]))];
    }
    return [...checkObject(document.toJS() as unknown, kinds)].map(({ path, reason }) =>
      diagnostic('invalid-sample', { reason }, positionsIn(file, document, lines)(...path)),
    );
  });
}

function* checkObject(object: unknown, kinds: readonly Kind[]): Generator<Misfit> {
  if (object === null) return;
  if (typeof object !== 'object') {
    yield { path: [], reason: 'it is not an object' };
    return;
  }
  const { apiVersion, kind: name } = object as { apiVersion?: unknown; kind?: unknown };
  const namesakes = kinds.filter((each) => each.kind === name);
  // Other objects that a sample needs, such as a Secret, are not checked.
  if (namesakes.length === 0) return;
  if (typeof apiVersion !== 'string') {
    yield { path: ['apiVersion'], reason: 'it has no apiVersion' };
    return;
  }
  const kind = kindOf(apiVersion, namesakes);
  if (kind === undefined) return;
  const known = kind.versions.map((each) => `${kind.group}/${each.name}`);
  const version = kind.versions[known.indexOf(apiVersion)];
  if (version === undefined) {
    const meant = suggest(apiVersion, known) ?? known.join(' or ');
    yield { path: ['apiVersion'], reason: `there is no ${kind.kind} in ${apiVersion}; it is in ${meant}` };
    return;
  }
  const { apiVersion: _, kind: __, metadata: ___, ...fields } = object as Readonly<Record<string, JsonValue>>;
  yield* misfits(version.schema, fields);
}

/** Returns the kind with an API version: the kind of its group, or else a kind of a group with a similar name. */
function kindOf(apiVersion: string, kinds: readonly Kind[]): Kind | undefined {
  const group = apiVersion.split('/')[0]!;
  return kinds.find((each) => each.group === group) ?? kinds.find((each) => isNearMiss(group, each.group));
}

/**
 * Reports whether a group is probably a misspelling of another one. Groups are compared part by part, because the
 * groups of one domain share most of their letters.
 */
function isNearMiss(group: string, other: string): boolean {
  const [parts, others] = [group.split('.'), other.split('.')];
  return parts.length === others.length && parts.every((part, index) => suggest(part, [others[index]!]) !== undefined);
}
