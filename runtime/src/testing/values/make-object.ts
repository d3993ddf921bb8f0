import type { KubernetesObject } from '../../api/object.js';
import { apiVersionOf } from '../../api/resource.js';
import type { Random } from '../random.js';
import { withDefaults } from './defaults.js';
import { startMaking } from './make-value.js';
import type { Making, Steps } from './making.js';
import { makeText } from './make-scalar.js';
import { brokenRules } from './rules.js';
import type { JsonObject, JsonValue, Schema } from './schema.js';
import { isValid } from './validity.js';

/** Version of a kind, as defined in its CustomResourceDefinition. */
export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly scope: string;
  readonly schema: Schema;
}

const attempts = 20;
/** Maximum number of steps for an object, so that a schema cannot keep the generator busy. */
const mostSteps = 100_000;

/**
 * Generates an object as the API server would send it to a webhook: valid, and with its defaults. The first has as few
 * fields as possible, the second all of them, and the others some.
 * @param steps remaining number of steps, which several objects can share
 * @throws Error if no object was found
 */
export function makeKubernetesObject(
  of: KindVersion,
  random: Random,
  index: number,
  steps: Steps = { left: mostSteps },
): KubernetesObject {
  const schema = bodyOf(of.schema);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const fill = index === 0 ? 'least' : index === 1 && attempt < attempts / 2 ? 'all' : 'some';
    const making = startMaking(random, fill, 30 + random.below(60), steps);
    const body = making.value(schema);
    if (body === undefined) continue;
    const object = withDefaults(schema, body);
    if (!isValid(schema, object)) continue;
    const metadata = metadataOf(of, making, object as JsonObject);
    return { apiVersion: apiVersionOf(of), kind: of.kind, metadata, ...(object as JsonObject) };
  }
  throw new Error(`no valid object of ${of.kind} in ${of.version} was found`);
}

/**
 * Reports whether an object could have been generated: it is valid, has its defaults, and has no empty map or list in
 * its metadata.
 */
export function isValidObject({ schema }: KindVersion, object: KubernetesObject): boolean {
  const { apiVersion: _, kind: __, metadata, ...body } = object as KubernetesObject & JsonObject;
  if (Object.values(metadata ?? {}).some((each) => typeof each === 'object' && Object.keys(each).length === 0))
    return false;
  const isSame = JSON.stringify(withDefaults(bodyOf(schema), body)) === JSON.stringify(body);
  return isSame && isValid(bodyOf(schema), body);
}

/** Returns the schema without the three fields that the API server itself defines. */
export function bodyOf(schema: Schema): Schema {
  const { apiVersion: _, kind: __, metadata: ___, ...properties } = schema.properties ?? {};
  const required = (schema.required ?? []).filter((name) => Object.hasOwn(properties, name));
  return { ...schema, properties, required };
}

function metadataOf({ scope, schema }: KindVersion, making: Making, body: JsonObject): JsonObject {
  const { random, fill } = making;
  // A name is a string, regardless of its schema.
  const limits: Schema = { ...schema.properties?.['metadata']?.properties?.['name'], type: 'string' };
  const name = making.value({ pattern: '^[a-z]([a-z0-9-]{0,9}[a-z0-9])?$', ...limits }) ?? 'a';
  const names = namesFor(schema, limits, name);
  const entries = (text: () => string): JsonObject =>
    Object.fromEntries(['a', 'example.com/b'].slice(random.below(2)).map((key): [string, JsonValue] => [key, text()]));
  return {
    name: names.length === 1 ? name : (names.find((each) => isAllowed(schema, body, each)) ?? name),
    ...(scope === 'Namespaced' && { namespace: 'default' }),
    ...(fill !== 'least' && {
      labels: entries(() => random.pick(['', 'x', 'v1.2_3'])),
      annotations: entries(() => makeText({}, random, 0)),
      finalizers: ['example.com/finalizer'],
    }),
  };
}

/** Returns a name, and others that have a text of a rule about names. */
function namesFor(schema: Schema, limits: Schema, name: JsonValue): readonly JsonValue[] {
  const rules = (schema['x-kubernetes-validations'] ?? [])
    .map(({ rule }) => rule)
    .filter((rule) => rule.includes('metadata'));
  const texts = rules.flatMap((rule) =>
    [...rule.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, other = '']) => one ?? other),
  );
  // For rules with `==`, `startsWith` and `endsWith`.
  const others = texts.flatMap((text) => [text, `${text}a`, `a${text}`]);
  return [name, ...others.filter((each) => isName.test(each) && isValid(limits, each))];
}

const isName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
const metadata: Schema = { type: 'object', properties: { name: { type: 'string' } } };

function isAllowed(schema: Schema, body: JsonObject, name: JsonValue): boolean {
  const properties = { ...schema.properties, metadata };
  return brokenRules({ ...schema, properties }, { ...body, metadata: { name } }) === 0;
}
