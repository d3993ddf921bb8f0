import type { KubernetesObject } from '../../api/object.js';
import { Journey, roundTrip, versionOf, type Subject, type Trouble } from './round-trip.js';

type Annotations = Readonly<Record<string, string>>;

/**
 * What was preserved in an annotation is the word of an earlier moment. Here the object `now` was written by somebody who had
 * read it when it was converted from `then`, another version of it, and left the annotations alone: what was written counts.
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

/** Users write annotations too: no text in one may make a conversion fail, and with it every list of the kind. */
export async function foreignAnnotations(
  subject: Subject,
  then: KubernetesObject,
  now: KubernetesObject,
): Promise<readonly Trouble[]> {
  const names = Object.keys(await annotationsAdded(subject, then, now));
  for (const text of names.length === 0 ? [] : ['', '{', 'null', '0', '"a"', '[]', '{}', '{"a":0}']) {
    const journey = new Journey(subject, annotated(now, Object.fromEntries(names.map((name) => [name, text]))));
    const trouble = await journey.to(versionOf(then));
    if (trouble === undefined) continue;
    const what = `${trouble.what}, for somebody wrote ${text || 'nothing'} into the annotation ${names.join(', ')}`;
    return [{ ...trouble, key: `${trouble.key} annotated`, what }];
  }
  return [];
}

/** None where `now` has troubles of its own: they would only be told again. */
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
