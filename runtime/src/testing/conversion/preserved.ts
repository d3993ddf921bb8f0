import type { KubernetesObject } from '../../api/object.js';
import type { JsonValue } from '../values/schema.js';
import { Journey, roundTrip, versionOf, type Subject, type Trouble } from './round-trip.js';
import { withOtherTypes, wrongType } from './wrong-types.js';

type Annotations = Readonly<Record<string, string>>;

/**
 * Checks that data preserved in an annotation, which may be stale, does not override newer data. Here, another client
 * read the object after its conversion from `then`, wrote it as `now`, and left the annotations unchanged: what it
 * wrote takes precedence.
 */
export async function staleAnnotations(
  subject: Subject,
  then: KubernetesObject,
  now: KubernetesObject,
): Promise<readonly Trouble[]> {
  const added = await annotationsAdded(subject, then, now);
  if (Object.keys(added).length === 0) return [];
  const journey = new Journey(subject, annotated(now, added));
  const trouble = (await journey.to(versionOf(then))) ?? (await journey.to(versionOf(now)));
  const from = `, while ${Object.keys(added).join(', ')} has what an earlier object preserved`;
  return trouble === undefined ? journey.changesFrom(now, (verb) => `${verb}${from}`) : [trouble];
}

/**
 * Checks that no text in an annotation makes a conversion fail, because users write annotations too, and a failure
 * affects every list of the kind; and that none becomes a value whose type the version does not allow.
 */
export async function foreignAnnotations(
  subject: Subject,
  then: KubernetesObject,
  now: KubernetesObject,
): Promise<readonly Trouble[]> {
  const added = await annotationsAdded(subject, then, now);
  const names = Object.keys(added);
  const own = Object.values(added).flatMap((text) => withOtherTypes(parsed(text)));
  const texts = [...['', '{', 'null', '0', '"a"', '[]', '{}', '{"a":0}'], ...own.map((each) => JSON.stringify(each))];
  const { schema } = subject.versions.get(versionOf(then))!;
  const typed = new Journey(subject, now);
  if (names.length === 0 || (await typed.to(versionOf(then))) !== undefined) return [];
  const hasTypes = wrongType(schema, typed.objects.at(-1)!) === undefined;
  for (const text of texts) {
    const journey = new Journey(subject, annotated(now, Object.fromEntries(names.map((name) => [name, text]))));
    const trouble = await journey.to(versionOf(then));
    const wrong = trouble === undefined && hasTypes ? wrongType(schema, journey.objects.at(-1)!) : undefined;
    const found = trouble ?? (wrong === undefined ? undefined : journey.hasWrongType(wrong));
    if (found === undefined) continue;
    const what = `${found.what}, for someone wrote ${text || 'nothing'} into the annotation ${names.join(', ')}`;
    return [{ ...found, key: `${found.key} annotated`, what }];
  }
  return [];
}

/** Returns what an annotation has as JSON; text that is none is a value, too. */
function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Returns no annotations if `now` has problems of its own, which would only be reported again. */
async function annotationsAdded(subject: Subject, then: KubernetesObject, now: KubernetesObject): Promise<Annotations> {
  const journey = new Journey(subject, then);
  if ((await journey.to(versionOf(now))) !== undefined) return {};
  const before = then.metadata?.annotations ?? {};
  const after = journey.objects.at(-1)!.metadata?.annotations ?? {};
  const added = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
  const isTold = added.length > 0 && (await roundTrip(subject, now, versionOf(then))).length > 0;
  return isTold ? {} : Object.fromEntries(added);
}

function annotated(object: KubernetesObject, added: Annotations): KubernetesObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata?.annotations, ...added } } };
}
