import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { KubernetesObject } from '../../api/object.js';
import { resourceInfo, type KindHandle } from '../../api/resource.js';
import type { Reader } from '../../client/client.js';
import type { ObjectKey } from '../../client/resource-path.js';
import type { Stored } from '../../client/stored.js';
import { messageOf } from '../../errors/causes.js';
import { lastEvents } from './last-events.js';

/** Options of `eventually` and `eventuallyGone`. */
export interface EventuallyOptions {
  /** Milliseconds until the check has to hold; 10,000 by default. */
  readonly timeoutMs?: number;
  /** Milliseconds between two reads; 50 by default. */
  readonly intervalMs?: number;
}

/**
 * Reads an object until a check of it holds, and returns that object. The check holds when it neither throws nor returns
 * false, so it can contain assertions of any test runner:
 *
 * ```ts
 * await eventually(client, WebServer, key, ({ status }) => expect(status?.readyReplicas).toBe(2));
 * ```
 *
 * An object that does not exist is waited for.
 * @throws Error with the reason of the last check, the object as it was then, and its last events
 */
export async function eventually<T extends KubernetesObject>(
  client: Reader,
  kind: KindHandle<T>,
  key: ObjectKey,
  check: (object: Stored<T>) => unknown,
  options: EventuallyOptions = {},
): Promise<Stored<T>> {
  return poll(client, kind, key, options, async (object) => {
    if (object === null) throw new Error('it does not exist');
    if ((await check(object)) === false) throw new Error('the check returned false');
    return object;
  });
}

/**
 * Reads an object until it does not exist.
 * @throws Error with the object as it was last, such as its finalizers, and its last events
 */
export async function eventuallyGone<T extends KubernetesObject>(
  client: Reader,
  kind: KindHandle<T>,
  key: ObjectKey,
  options: EventuallyOptions = {},
): Promise<void> {
  return poll(client, kind, key, options, async (object) => {
    if (object !== null) throw new Error('it still exists');
  });
}

async function poll<T extends KubernetesObject, R>(
  client: Reader,
  kind: KindHandle<T>,
  key: ObjectKey,
  { timeoutMs = 10_000, intervalMs = 50 }: EventuallyOptions,
  attempt: (object: Stored<T> | null) => Promise<R>,
): Promise<R> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    // An error of the API server is an error of the test: it does not go away by waiting.
    const object = await client.getOrNull(kind, key);
    try {
      return await attempt(object);
    } catch (error) {
      if (performance.now() > deadline) throw await failure(client, kind, key, { object, error, timeoutMs });
    }
    await sleep(intervalMs);
  }
}

interface LastAttempt<T extends KubernetesObject> {
  readonly object: Stored<T> | null;
  readonly error: unknown;
  readonly timeoutMs: number;
}

async function failure<T extends KubernetesObject>(
  client: Reader,
  kind: KindHandle<T>,
  { namespace, name }: ObjectKey,
  { object, error, timeoutMs }: LastAttempt<T>,
): Promise<Error> {
  const title = `${resourceInfo(kind).kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const parts = [
    `${title}, not after ${timeoutMs / 1000} s: ${messageOf(error)}`,
    ...(object === null ? [] : [stringify(shown(object)).trimEnd()]),
    await lastEvents(client, kind, { namespace, name }),
  ];
  return new Error(parts.join('\n\n'), { cause: error });
}

/** Returns an object without the fields that nobody looks for in a failed test, and without the values of a Secret. */
function shown<T extends KubernetesObject>(object: Stored<T>): object {
  const { apiVersion, kind, metadata, ...others } = object;
  const { managedFields: _, ...own } = metadata as { readonly managedFields?: unknown };
  const { data = {} } = object as { readonly data?: Readonly<Record<string, string>> };
  const isSecret = kind === 'Secret' && apiVersion === 'v1';
  return { apiVersion, kind, metadata: own, ...others, ...(isSecret && { data: lengthsOf(data) }) };
}

function lengthsOf(data: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, `(${value.length} characters)`]));
}
