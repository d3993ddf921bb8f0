import { isObject } from '../../base/model/schema.js';
import { mapsIn, setKey, textAt, valueAt, type Json, type JsonMap } from './json.js';

type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'item'; readonly key: string; readonly value: string }
  | { readonly kind: 'all' };

/** Returns the steps of a path such as `spec.containers.[name=manager].image`; dots in brackets are part of a step. */
export function stepsOf(path: string): readonly Step[] {
  const words = path.match(/\[[^[\]]*\]|(?:\\.|[^.[\\])+/g) ?? [];
  return words.map((word): Step => {
    if (word === '*') return { kind: 'all' };
    if (!word.startsWith('[')) return { kind: 'key', key: word.replaceAll('\\.', '.') };
    const inner = word.slice(1, -1);
    const at = inner.indexOf('=');
    return at < 0 ? { kind: 'key', key: inner } : { kind: 'item', key: inner.slice(0, at), value: inner.slice(at + 1) };
  });
}

/** A place at which a value can be read and written. */
export interface Place {
  readonly read: () => Json | undefined;
  readonly write: (value: Json) => void;
}

/** Returns the places of a path in an object. With `create`, missing parents are added. */
export function placesAt(object: JsonMap, steps: readonly Step[], create: boolean): readonly Place[] {
  let places: readonly Place[] = [{ read: () => object, write: () => undefined }];
  for (const step of steps) places = places.flatMap((place) => placesBelow(place, step, create));
  return create ? places : places.filter((place) => place.read() !== undefined);
}

function placesBelow(place: Place, step: Step, create: boolean): readonly Place[] {
  let value = place.read();
  if (value === undefined && create) {
    value = step.kind === 'item' ? [] : {};
    place.write(value);
  }
  if (Array.isArray(value)) return placesInList(value, step, create);
  if (!isObject(value)) return [];
  const map = value;
  const keys = step.kind === 'all' ? Object.keys(map) : step.kind === 'key' ? [step.key] : [];
  return keys.map((key) => ({ read: () => valueAt(map, key), write: (written) => setKey(map, key, written) }));
}

function placesInList(list: Json[], step: Step, create: boolean): readonly Place[] {
  const at = (index: number): Place => ({ read: () => list[index], write: (value) => void (list[index] = value) });
  if (step.kind === 'all') return [...list.keys()].map(at);
  if (step.kind === 'key') {
    const index = Number(step.key);
    return Number.isInteger(index) && index >= 0 && index < list.length ? [at(index)] : [];
  }
  const found = [...list.keys()].filter((index) => textAt(list[index], step.key) === step.value);
  if (found.length > 0 || !create) return found.map(at);
  list.push({ [step.key]: step.value });
  return [at(list.length - 1)];
}

/**
 * Changes the values at a path of keys separated by slashes, such as `spec/template/spec/volumes/secret/secretName`. It
 * applies to every item of a list.
 */
export function changeEach(
  value: Json | undefined,
  path: readonly string[],
  change: (parent: JsonMap, key: string) => void,
): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (Array.isArray(value)) for (const item of mapsIn(value)) changeEach(item, path, change);
  else if (isObject(value)) {
    if (rest.length === 0) change(value, key);
    else changeEach(valueAt(value, key), rest, change);
  }
}
