import { isAlreadyExists, isConflict, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { ConfigError } from '../errors/config-error.js';
import { Secret } from '../k8s/core/v1.js';
import { dataOf, keptIn, nothingKept, type Kept } from './kept.js';
import type { SelfSigned } from './options.js';
import { permissions, permitted, secretPermission } from './permissions.js';

/** Where the certificates are kept. */
export interface CertificateStore {
  /**
   * What is there, and what of it is broken.
   * @throws ConfigError when it is not ours to change
   */
  read(signal: AbortSignal): Promise<{ readonly kept: Kept; readonly problems: readonly string[] }>;
  /** Writes over what was read last. False where another process has written since. */
  write(kept: Kept, signal: AbortSignal): Promise<boolean>;
}

/** For a single process. */
export function memoryStore(): CertificateStore {
  let kept = nothingKept;
  return {
    read: () => Promise.resolve({ kept, problems: [] }),
    write: (next) => {
      kept = next;
      return Promise.resolve(true);
    },
  };
}

/** Says of a Secret that we may write it, whatever is in it, and for which Service. */
const label = 'operator-gen.dev/self-signed';
const certManager = 'cert-manager.io/certificate-name';

/** A Secret that all copies of an operator read and write: each change is made to what was read, or not at all. */
export function secretStore(client: Client, settings: SelfSigned): CertificateStore {
  const { secretName: name, service } = settings;
  const { namespace } = service;
  let last: Stored<Secret> | null = null;
  return {
    read: async (signal) => {
      last = await permitted(secretPermission(settings), client.getOrNull(Secret, { name, namespace }, { signal }));
      const found = keptIn(last?.data);
      if (last !== null) refuseForeign(last, service.name, found.problems);
      return found;
    },
    write: async (kept, signal) => {
      const data = dataOf(kept);
      try {
        if (last === null) {
          const metadata = { name, namespace, labels: { [label]: service.name } };
          const created = client.create(Secret, { metadata, type: 'kubernetes.io/tls', data }, { signal });
          requireStored(await permitted({ ...permissions.create, namespace }, created), data);
        } else {
          const metadata = { ...last.metadata, labels: { ...last.metadata.labels, [label]: service.name } };
          const next = { ...last, metadata, data: { ...last.data, ...data } };
          requireStored(await permitted(secretPermission(settings), client.update(Secret, next, { signal })), data);
        }
        return true;
      } catch (error) {
        if (isConflict(error) || isAlreadyExists(error) || (last !== null && isNotFound(error))) return false;
        throw error;
      }
    },
  };
}

/** @throws UnexpectedAnswerError when the answer to a write lacks what was written */
function requireStored({ metadata, data: stored = {} }: Stored<Secret>, data: Readonly<Record<string, string>>): void {
  const lost = Object.keys(data).filter((each) => stored[each] !== data[each]);
  if (lost.length === 0) return;
  const secret = `the Secret ${metadata.namespace ?? ''}/${metadata.name}`;
  throw new UnexpectedAnswerError(`${secret} was answered without what was written to it: ${lost.join(', ')}`);
}

/** @throws ConfigError when a Secret is somebody else's */
function refuseForeign({ metadata, data = {} }: Stored<Secret>, service: string, problems: readonly string[]): void {
  const secret = `the Secret ${metadata.namespace ?? ''}/${metadata.name}`;
  const remedy = 'name another one with the option secretName, or delete it';
  if (metadata.annotations?.[certManager] !== undefined)
    throw new ConfigError(`${secret} is written by cert-manager, and cannot hold a certificate of our own; ${remedy}`);
  const owner = metadata.labels?.[label];
  if (owner !== undefined && owner !== service)
    throw new ConfigError(`${secret} has the certificate of the Service ${owner}, and not of ${service}; ${remedy}`);
  if (problems.length === 0 || owner !== undefined) return;
  const held = Object.keys(data).join(', ');
  throw new ConfigError(`${secret} holds ${held}, which this operator did not make: ${problems.join(', ')}; ${remedy}`);
}
