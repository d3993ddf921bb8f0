import { isJsonObject, type JsonObject } from '../../../json/json-object.js';
import { refuseInvalid } from '../case-error.js';
import type { CaseObject, FieldPath, Place } from '../model.js';

/** Fields of an object in a file, read with their types. Null is the same as an absent field. */
export interface Fields {
  readonly place: Place;
  /** Returns a string, empty if absent. @throws CaseError for any other type; the same for all methods */
  readonly text: (name: string) => string;
  readonly flag: (name: string) => boolean;
  /** Returns a whole number, 0 if absent. */
  readonly number: (name: string) => number;
  readonly texts: (name: string) => readonly string[];
  /** Returns the entries of a map with strings as values. */
  readonly labels: (name: string) => Readonly<Record<string, string>>;
  /** Returns the entries of a list of objects. */
  readonly objects: (name: string) => readonly Fields[];
  /** Returns an object; undefined if absent. */
  readonly object: (name: string) => Fields | undefined;
  /** Returns a value of any type; undefined if absent. */
  readonly value: (name: string) => unknown;
  /** Returns a value of any type as a part of its file, with the places of its fields; its kind is empty if it has none. */
  readonly part: (name: string) => CaseObject;
  readonly has: (name: string) => boolean;
  readonly names: readonly string[];
  readonly placeOf: (name: string) => Place;
}

/** Creates the fields of an object, or of a part of it. */
export function fieldsOf(object: CaseObject, path: FieldPath = [], value: JsonObject = object.fields): Fields {
  const placeOf = (name: string): Place => object.placeOf([...path, name]);
  const found = (name: string): unknown => (Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined);
  const typed = <T>(name: string, isValid: (given: unknown) => given is T, type: string, absent: T): T => {
    const given = found(name);
    if (given === undefined) return absent;
    if (isValid(given)) return given;
    return refuseInvalid(placeOf(name), `${name} of the ${object.kind} is not ${type}`, `write ${type}`);
  };
  return {
    place: object.placeOf(path),
    text: (name) => typed(name, isText, 'a string', ''),
    flag: (name) => typed(name, isFlag, 'true or false', false),
    number: (name) => typed(name, isWhole, 'a whole number', 0),
    texts: (name) => typed(name, isTexts, 'a list of strings', []),
    labels: (name) => typed(name, isLabels, 'a map of strings', {}),
    objects: (name) =>
      typed(name, isObjects, 'a list of objects', []).map((each, index) =>
        fieldsOf(object, [...path, name, index], each),
      ),
    object: (name) => {
      const given = typed<JsonObject | undefined>(name, isJsonObject, 'an object', undefined);
      return given === undefined ? undefined : fieldsOf(object, [...path, name], given);
    },
    value: found,
    part: (name) => partOf(object, [...path, name], found(name)),
    has: (name) => found(name) !== undefined,
    names: Object.keys(value),
    placeOf,
  };
}

/** Returns a part of an object as an object of its own. Any other value has no fields. */
export function partOf(object: CaseObject, path: FieldPath, value: unknown): CaseObject {
  const fields = isJsonObject(value) ? value : {};
  const { apiVersion, kind } = fields;
  return {
    apiVersion: isText(apiVersion) ? apiVersion : '',
    kind: isText(kind) ? kind : '',
    fields,
    place: object.placeOf(path),
    placeOf: (inner) => object.placeOf([...path, ...inner]),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isObjects = (value: unknown): value is readonly JsonObject[] => Array.isArray(value) && value.every(isJsonObject);
const isLabels = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every(isText);
