import { sha256 } from '../../base/io/sha256.js';
import { own } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { placeKeywords } from './form.js';

/**
 * The shapes of schemas as hashes: two schemas with the same shape are the same type. Properties of the place where a
 * schema is used, such as its description, are not part of its own shape, but of the shape of the containing schema.
 */
export class Shapes {
  readonly #known = new WeakMap<JsonObject, string>();
  readonly #withDescriptions: boolean;

  /** @param withDescriptions whether types that differ in a description are different */
  constructor(withDescriptions: boolean) {
    this.#withDescriptions = withDescriptions;
  }

  /** Returns the shape of a schema. */
  of(schema: JsonObject): string {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const shape = sha256(JSON.stringify(this.#entries(schema, new Set(placeKeywords))));
    this.#known.set(schema, shape);
    return shape;
  }

  /** Returns the shape of a schema in the place where it is used. */
  #inPlace(schema: JsonValue): JsonValue {
    if (!isObject(schema)) return schema;
    const place = placeKeywords.filter((each) => this.#withDescriptions || each !== 'description');
    return [this.of(schema), ...place.map((keyword) => sorted(own(schema, keyword) ?? null))];
  }

  #entries(schema: JsonObject, left: ReadonlySet<string>): JsonValue {
    const keywords = Object.keys(schema).filter((keyword) => !left.has(keyword));
    return keywords.toSorted().map((keyword) => [keyword, this.#value(keyword, schema[keyword]!)]);
  }

  #value(keyword: string, value: JsonValue): JsonValue {
    if (keyword === 'items' || keyword === 'additionalProperties') return this.#inPlace(value);
    if (keyword === 'required' && Array.isArray(value)) return sortedNames(value);
    if (keyword !== 'properties' || !isObject(value)) return sorted(value);
    const names = Object.keys(value).toSorted();
    return names.map((name) => [name, this.#inPlace(value[name]!)]);
  }
}

/** Returns names in a fixed order, for lists whose order does not matter. */
export function sortedNames(names: readonly JsonValue[]): readonly JsonValue[] {
  return names.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Returns a value with its keys in alphabetical order. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return keys.map((key) => [key, sorted(value[key]!)]);
}
