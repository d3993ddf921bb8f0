import type { Property, Schema } from './schema.js';

/** The fields that every object has. For `metadata`, the API server allows a CRD to specify only the type. */
export const objectFields: readonly Property[] = [
  {
    name: 'apiVersion',
    required: false,
    schema: { type: 'string', description: 'The group and version of this object, as `group/version`.' },
  },
  {
    name: 'kind',
    required: false,
    schema: { type: 'string', description: 'The kind of this object, in PascalCase.' },
  },
  { name: 'metadata', required: false, schema: { type: 'object' } },
];

const isObjectField = (name: string): boolean => objectFields.some((each) => each.name === name);

/**
 * Separates what a raw schema of a kind says about the fields that every object has from its own fields.
 * @param isWhole whether the raw schema is the whole schema, without fields that it does not name
 */
export function splitObjectFields(
  schema: Schema,
  isWhole: boolean,
): { readonly schema: Schema; readonly objectFields?: readonly Property[] } {
  const { properties = [], required = [] } = schema;
  const isNamed = required.some(isObjectField) || properties.some(({ name }) => isObjectField(name));
  if (!isNamed) return isWhole ? { schema, objectFields: [] } : { schema };
  const own = properties.filter(({ name }) => !isObjectField(name));
  const named = objectFields.flatMap((field) => {
    const said = properties.find(({ name }) => name === field.name);
    if (isWhole) return said ?? [];
    const isRequired = required.includes(field.name) || said?.required === true;
    return [{ ...field, required: isRequired, schema: { ...field.schema, ...said?.schema } }];
  });
  const others = required.filter((name) => !isObjectField(name) || !named.some((each) => each.name === name));
  const { required: _, properties: __, ...rest } = schema;
  return {
    schema: {
      ...rest,
      ...(schema.properties && { properties: own }),
      ...(others.length > 0 && { required: others }),
    },
    objectFields: named,
  };
}
