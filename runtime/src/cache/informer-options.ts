import type { ResourceInfo } from '../api/resource.js';
import type { Transport } from '../transport/transport.js';
import { ConfigError } from '../errors/config-error.js';
import type { Logger } from '../log/logger.js';
import { isNamespace } from './object-key.js';
import type { ReflectorTiming } from './reflector.js';
import type { Selection } from './selection.js';
import type { Transform } from './transform.js';

/** Options of an informer. */
export interface InformerOptions extends Selection {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  /** Namespaces to mirror; all namespaces if unset or empty. */
  readonly namespaces?: readonly string[] | undefined;
  /** Transforms an object before it is stored; by default, the managed fields are removed. */
  readonly transform?: Transform | undefined;
  /** Milliseconds between resyncs, in which handlers receive every object again; never if unset. */
  readonly syncPeriod?: number | undefined;
  readonly log: Logger;
  /** Called with the resource name for every object that cannot be stored. */
  readonly skipped?: ((resource: string) => void) | undefined;
  /** Duration of watches and of waits after failures. */
  readonly timing?: Partial<ReflectorTiming> | undefined;
}

/** @throws ConfigError if a namespace has an invalid name, for which the API server would return an empty list */
export function requireNamespaces(resource: string, namespaces: readonly string[]): void {
  const wrong = namespaces.find((name) => !isNamespace(name));
  if (wrong === undefined) return;
  throw new ConfigError(`the cache cannot mirror ${resource} in "${wrong}": no namespace has such a name`);
}
