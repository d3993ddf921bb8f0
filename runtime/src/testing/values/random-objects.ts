import type { KubernetesObject } from '../../api/object.js';
import { createRandom } from '../random.js';
import type { Definition } from './definitions.js';
import { makeKubernetesObject, type KindVersion } from './make-object.js';

/** Options of `randomObjects`. */
export interface RandomObjectsOptions {
  /** Version of the objects. */
  readonly version: string;
  /** Maximum number of objects. Defaults to 100. */
  readonly count?: number;
  /** The same seed gives the same objects. Defaults to 1. */
  readonly seed?: number;
}

/** Maximum number of steps, on average. Objects of usual schemas need a few hundred. */
const stepsPerObject = 10_000;

/**
 * Returns random objects that a CustomResourceDefinition accepts, with its defaults. The first has as few fields as
 * possible, the second all of them, and the others some. Returns fewer if no valid object is
 * found, or if the search takes too many steps. No value is generated for a schema whose values are all very large.
 * @throws Error if the definition lacks the version
 */
export function randomObjects(
  definition: object,
  { version, count = 100, seed = 1 }: RandomObjectsOptions,
): readonly KubernetesObject[] {
  const { group, names, scope, versions } = (definition as Definition).spec;
  const schema = versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) throw new Error(`the CustomResourceDefinition of ${names.kind} has no ${version}`);
  const of: KindVersion = { group, version, kind: names.kind, scope, schema };
  const random = createRandom(seed);
  const steps = { left: stepsPerObject * count };
  const objects: KubernetesObject[] = [];
  while (objects.length < count) {
    const object = objectOf(of, random, objects.length, steps);
    if (object === undefined) break;
    objects.push(object);
  }
  return objects;
}

function objectOf(...parameters: Parameters<typeof makeKubernetesObject>): KubernetesObject | undefined {
  try {
    return makeKubernetesObject(...parameters);
  } catch {
    // There can be a schema that no value satisfies.
    return undefined;
  }
}
