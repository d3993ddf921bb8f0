import { isAlreadyExists, isConflict, isNotFound } from '../client/error-reasons.js';
import type { Client } from '../client/client.js';
import type { Stored } from '../client/stored.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';
import { ConfigError } from '../errors/config-error.js';
import { Secret } from '../k8s/core/v1.js';
import { dataOf, keptIn, nothingKept, type Kept } from './kept.js';
import type { SelfSigned } from './options.js';
import { permissions, permitted, secretPermission } from './permissions.js';

/** Storage of the certificates. */
export interface CertificateStore {
  /**
   * Reads the stored content, and describes problems with invalid parts.
   * @throws ConfigError if it belongs to another application
   */
  read(signal: AbortSignal): Promise<{ readonly kept: Kept; readonly problems: readonly string[] }>;
  /** Overwrites the content that was read last. Returns false if another process has written in the meantime. */
  write(kept: Kept, signal: AbortSignal): Promise<boolean>;
}

/** Returns a store for a single process. */
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

/** Label that marks a Secret that this operator may overwrite, with the name of its Service. */
const label = 'operator-gen.dev/self-signed';
const certManager = 'cert-manager.io/certificate-name';

/**
 * Returns a store in a Secret that all replicas of an operator read and write: a change is applied to the content that
 * was read, or not at all.
 */
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

/** @throws UnexpectedAnswerError if the answer to a write lacks the written content */
function requireStored({ metadata, data: stored = {} }: Stored<Secret>, data: Readonly<Record<string, string>>): void {
  const lost = Object.keys(data).filter((each) => stored[each] !== data[each]);
  if (lost.length === 0) return;
  const secret = `the Secret ${metadata.namespace ?? ''}/${metadata.name}`;
  throw new UnexpectedAnswerError(`${secret} was answered without what was written to it: ${lost.join(', ')}`);
}

/** @throws ConfigError if a Secret belongs to another application */
function refuseForeign({ metadata, data = {} }: Stored<Secret>, service: string, problems: readonly string[]): void {
  const secret = `the Secret ${metadata.namespace ?? ''}/${metadata.name}`;
  const remedy = 'name another one with the option secretName, or delete it';
  if (metadata.annotations?.[certManager] !== undefined)
    throw new ConfigError(
      `${secret} is written by cert-manager, and cannot contain the certificate of the operator; ${remedy}`,
    );
  const owner = metadata.labels?.[label];
  if (owner !== undefined && owner !== service)
    throw new ConfigError(`${secret} contains the certificate of the Service ${owner}, not of ${service}; ${remedy}`);
  if (problems.length === 0 || owner !== undefined) return;
  const held = Object.keys(data).join(', ');
  throw new ConfigError(
    `${secret} contains ${held}, which this operator did not create: ${problems.join(', ')}; ${remedy}`,
  );
}
