import type { Property, Schema } from '../../base/model/schema.js';

const text: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };
const integer: Schema = { type: 'integer' };
const boolean: Schema = { type: 'boolean' };
const texts: Schema = { type: 'object', additionalProperties: text };

/**
 * The fields that every object has, and that are not in the schema of its kind.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export const fieldsOfObjects: readonly Property[] = fields({
  apiVersion: text,
  kind: text,
  metadata: objectOf({
    name: text,
    generateName: text,
    namespace: text,
    labels: texts,
    annotations: texts,
    uid: text,
    resourceVersion: text,
    generation: integer,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: integer,
    finalizers: listOf(text),
    ownerReferences: listOf(
      objectOf({
        apiVersion: text,
        kind: text,
        name: text,
        uid: text,
        controller: boolean,
        blockOwnerDeletion: boolean,
      }),
    ),
    managedFields: listOf({}),
    selfLink: text,
  }),
});

function fields(schemas: Readonly<Record<string, Schema>>): readonly Property[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name, required: false, schema }));
}

function objectOf(schemas: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties: fields(schemas) };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}
