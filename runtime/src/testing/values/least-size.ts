import type { Schema } from './schema.js';

/** Maximum size of a generated value: characters, with `valueSize` for each value in it. */
const sizeLimit = 65_536;
const valueSize = 16;

const sizes = new WeakMap<Schema, number>();

/** Reports whether every value of a schema, except null, is larger than what is generated. */
export function isTooLarge(schema: Schema): boolean {
  return leastSize(schema) > sizeLimit;
}

/** Returns a size that every value of a schema, except null, has at least. */
function leastSize(schema: Schema): number {
  const known = sizes.get(schema);
  if (known !== undefined) return known;
  const size = valueSize + contentSize(schema);
  sizes.set(schema, size);
  return size;
}

function contentSize(schema: Schema): number {
  const { type, items = {}, properties = {}, required = [], minItems = 0, minProperties = 0, minLength = 0 } = schema;
  if (schema.enum !== undefined) return 0;
  switch (type) {
    case 'string':
      return minLength;
    case 'array':
      return minItems <= 0 ? 0 : minItems * partSize(items);
    case 'object': {
      const fields = required.map((name) =>
        Object.hasOwn(properties, name) ? partSize(properties[name]!) : valueSize,
      );
      return Math.max(
        minProperties * valueSize,
        fields.reduce((sum, each) => sum + each, 0),
      );
    }
    default:
      return 0;
  }
}

function partSize(schema: Schema): number {
  return schema.nullable === true ? valueSize : leastSize(schema);
}
