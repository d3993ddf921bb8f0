import type { ResourceInfo } from '../api/resource.js';
import type { Transport } from '../transport/transport.js';
import { ConfigError } from '../errors/config-error.js';
import type { Logger } from '../log/logger.js';
import { isNamespace } from './object-key.js';
import type { ReflectorTiming } from './reflector.js';
import type { Selection } from './selection.js';
import type { Transform } from './transform.js';

/** What an informer mirrors, and how. */
export interface InformerOptions extends Selection {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  /** Only these; all namespaces where absent or empty. */
  readonly namespaces?: readonly string[] | undefined;
  /** What is done to an object before it is kept; the managed fields are left out unless said otherwise. */
  readonly transform?: Transform | undefined;
  /** Milliseconds after which handlers are told of every object again; never where absent. */
  readonly syncPeriod?: number | undefined;
  readonly log: Logger;
  /** Told of every object that cannot be kept, with the name of its resource. */
  readonly skipped?: ((resource: string) => void) | undefined;
  /** How long watches last, and how long is waited after a fault. */
  readonly timing?: Partial<ReflectorTiming> | undefined;
}

/** @throws ConfigError when a namespace cannot be called so: the API server would answer that nothing is in it */
export function requireNamespaces(resource: string, namespaces: readonly string[]): void {
  const wrong = namespaces.find((name) => !isNamespace(name));
  if (wrong === undefined) return;
  throw new ConfigError(`the cache cannot mirror ${resource} in "${wrong}": no namespace has such a name`);
}
