import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { typed } from '../client/metadata-only.js';
import type { Stored } from '../client/stored.js';
import { freeze } from '../json/copy.js';
import type { Logger } from '../log/logger.js';
import type { Shared } from './cache-event.js';
import { keyText } from './object-key.js';
import { SharedParts } from './shared-parts.js';
import { stripManagedFields, type Transform } from './transform.js';

export interface PrepareOptions {
  readonly info: ResourceInfo;
  /** Name of the resource in error messages. */
  readonly label: string;
  readonly transform?: Transform | undefined;
  readonly log: Logger;
  /** Called for every object that cannot be stored. */
  readonly skipped?: ((resource: string) => void) | undefined;
}

/**
 * Prepares an object, which can be changed in place, for the mirror. Returns undefined for an object that cannot be
 * stored, so that a single bad object does not affect the rest of its list or later events.
 */
export type Prepare<T extends KubernetesObject> = (object: Stored<T>) => Shared<T> | undefined;

export function preparer<T extends KubernetesObject>(options: PrepareOptions): Prepare<T> {
  const { info, label, log, skipped } = options;
  const parts = new SharedParts();
  const transformed = transformer(options);
  return (whole) => {
    try {
      requireKey(whole, info);
      const object = info.metadataOnly ? typed(info, whole) : whole;
      const kept = transformed(object);
      requireKey(kept, info);
      return freeze(parts.share(kept)) as Shared<T>;
    } catch (error) {
      skipped?.(label);
      log.error('an object cannot be cached: it is skipped, or its last state is kept', {
        resource: label,
        object: keyOf(whole),
        error,
      });
      return undefined;
    }
  };
}

/**
 * Returns a transform that keeps the object as received if the transform fails, because that is closer to the truth
 * than no object.
 */
function transformer({ label, transform = stripManagedFields, log }: PrepareOptions): Transform {
  return (object) => {
    try {
      return transform(object);
    } catch (error) {
      const fields = { resource: label, object: keyText(object.metadata), error };
      log.error('a transform failed: the object is cached unchanged', fields);
      return object;
    }
  };
}

/** @throws TypeError if an object has no valid key, which makes it unusable */
function requireKey(object: unknown, { scope }: ResourceInfo): void {
  if (keyOf(object) === undefined) throw new TypeError('it has no name: the API server stores no such object');
  const { namespace } = (object as KubernetesObject).metadata!;
  if (scope === 'Namespaced' && !namespace)
    throw new TypeError('it has no namespace, and objects of its kind have one');
  if (scope === 'Cluster' && namespace) throw new TypeError('it has a namespace, and objects of its kind have none');
}

/** Returns the key of a value that may not be an object; undefined if it has none. */
function keyOf(object: unknown): string | undefined {
  const { name, namespace } = (object as KubernetesObject | null | undefined)?.metadata ?? {};
  return name ? keyText({ name, namespace }) : undefined;
}
