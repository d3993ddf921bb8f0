import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { JsonValue } from '../../../base/model/schema.js';
import { groupVersionOf, gvkText, type Bundle } from '../bundle.js';
import { type JsonPath, listAt, objectAt, textAt } from '../../../base/model/json-at.js';
import { problemAt, type Rule } from './rule.js';

/** The annotations with samples of the provided APIs as a JSON list. OLM reads the first existing one. */
const exampleAnnotations = ['alm-examples', 'olm.examples'] as const;

/** Returns the annotation of a bundle with its samples. */
function exampleAnnotation({ csv }: Bundle): (typeof exampleAnnotations)[number] | undefined {
  const annotations = objectAt(csv.value, 'metadata', 'annotations');
  return exampleAnnotations.find((name) => Object.hasOwn(annotations, name));
}

/** Returns the samples of a bundle; an error with the reason if they cannot be read. */
export function examplesOf(bundle: Bundle): readonly JsonValue[] | Error {
  const name = exampleAnnotation(bundle);
  const text = name === undefined ? '' : textAt(bundle.csv.value, 'metadata', 'annotations', name);
  if (text === '') return [];
  try {
    const read = (JSON.parse(text) as JsonValue) ?? [];
    if (!Array.isArray(read)) return new Error('it is not a list');
    const wrong = read.findIndex((each: JsonValue) => textAt(each, 'kind') === '');
    return wrong < 0 ? read : new Error(`entry ${wrong + 1} has no kind`);
  } catch (error) {
    // Newer versions of Node.js add the line within the annotation, which is not the line in the file.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return new Error(`it is not JSON: ${reason}`);
  }
}

const path = (name: string): JsonPath => ['metadata', 'annotations', name];

const present: Rule = (bundle) => {
  const { csv } = bundle;
  const annotations = objectAt(csv.value, 'metadata', 'annotations');
  if (exampleAnnotation(bundle) === undefined) {
    return [problemAt(csv, ['metadata', 'annotations'], 'missing-csv-examples', {})];
  }
  const [used, ignored] = exampleAnnotations;
  return Object.hasOwn(annotations, used) && Object.hasOwn(annotations, ignored)
    ? [problemAt(csv, path(ignored), 'ignored-csv-examples', { used, ignored })]
    : [];
};

/** The kinds that a bundle provides, with the position of each. */
interface Provided {
  readonly kinds: ReadonlyMap<string, JsonPath>;
  readonly problems: readonly Diagnostic[];
}

function providedBy({ csv }: Bundle): Provided {
  const kinds = new Map<string, JsonPath>();
  const problems: Diagnostic[] = [];
  const owned = ['spec', 'customresourcedefinitions', 'owned'];
  for (const [index, each] of listAt(csv.value, ...owned).entries()) {
    const name = textAt(each, 'name');
    if (name.includes('.')) {
      const group = name.slice(name.indexOf('.') + 1);
      kinds.set(gvkText(group, textAt(each, 'version'), textAt(each, 'kind')), [...owned, index]);
    } else problems.push(problemAt(csv, [...owned, index, 'name'], 'invalid-owned-crd-name', { name }));
  }
  const services = ['spec', 'apiservicedefinitions', 'owned'];
  for (const [index, each] of listAt(csv.value, ...services).entries()) {
    kinds.set(gvkText(textAt(each, 'group'), textAt(each, 'version'), textAt(each, 'kind')), [...services, index]);
  }
  return { kinds, problems };
}

/** Each sample must belong to a provided API, and each provided API should have a sample. */
const matching: Rule = (bundle) => {
  const { csv } = bundle;
  const name = exampleAnnotation(bundle);
  if (name === undefined) return [];
  const examples = examplesOf(bundle);
  if (examples instanceof Error) {
    return [problemAt(csv, path(name), 'invalid-csv-examples', { annotation: name, reason: examples.message })];
  }
  const { kinds, problems } = providedBy(bundle);
  const shown = new Set(
    examples.map((each) => gvkText(...groupVersionOf(textAt(each, 'apiVersion')), textAt(each, 'kind'))),
  );
  return [
    ...problems,
    ...[...shown].flatMap((kind) =>
      kinds.has(kind) ? [] : [problemAt(csv, path(name), 'csv-example-without-api', { kind, annotation: name })],
    ),
    ...[...kinds].flatMap(([kind, place]) =>
      shown.has(kind) ? [] : [problemAt(csv, place, 'csv-api-without-example', { kind, annotation: name })],
    ),
  ];
};

/** Rules about the samples in the annotations of the ClusterServiceVersion. */
export const exampleRules: readonly Rule[] = [present, matching];
