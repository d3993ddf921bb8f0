import type { Kind, KindVersion } from '../../base/model/kind.js';
import { fieldOf, type Schema } from '../../base/model/schema.js';
import { misfits } from '../../base/values/fits.js';
import { textCandidates } from './text-candidates.js';

/** The name of a sample, and whether it fits the schema. */
interface SampleName {
  readonly name: string;
  readonly fits: boolean;
}

/**
 * Returns the name of the sample of a version, which satisfies the schema's rules for names. It differs between
 * versions, because two samples with one name would be the same object.
 */
export function sampleName(kind: Kind, version: KindVersion): SampleName {
  const taken = new Set<string>();
  const inOrder = kind.versions.toSorted((one, other) => Number(other.storage) - Number(one.storage));
  for (const each of inOrder.slice(0, inOrder.indexOf(version))) taken.add(nameOf(kind, each, taken).name);
  return nameOf(kind, version, taken);
}

function nameOf(kind: Kind, version: KindVersion, taken: ReadonlySet<string>): SampleName {
  const usual = usualName(kind, version);
  const schema = schemaOfName(version);
  if (schema === undefined) return { name: usual, fits: true };
  const short = usual.replace('-sample', '');
  const texts = [usual, short, short.slice(0, schema.maxLength), ...textCandidates(schema, kind.kind, taken.size)];
  const names = [...texts, ...(schema.enum ?? [])]
    .filter((each) => typeof each === 'string')
    .flatMap((each) => [each, each.toLowerCase()])
    .filter((each) => isName(each) && misfits(schema, each).length === 0);
  // All samples of a kind that allows a single object have the same name.
  const name = names.find((each) => !taken.has(each)) ?? names[0];
  return { name: name ?? usual, fits: name !== undefined };
}

function usualName({ kind, versions }: Kind, { name, storage }: KindVersion): string {
  const sample = `${kind.toLowerCase()}-sample`;
  return versions.length === 1 || storage ? sample : `${sample}-${name}`;
}

function schemaOfName({ objectFields = [] }: KindVersion): Schema | undefined {
  const metadata = objectFields.find(({ name }) => name === 'metadata')?.schema;
  return metadata && fieldOf(metadata, 'name');
}

/** Reports whether the API server accepts a text as the name of an object. */
function isName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text);
}
