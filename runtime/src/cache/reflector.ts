import type { KubernetesObject } from '../api/object.js';
import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError, isGone } from '../client/api-error.js';
import type { Stored } from '../client/client.js';
import { parseJson } from '../client/json.js';
import { labelOf, resourcePath } from '../client/resource-path.js';
import type { Transport } from '../client/transport.js';
import { Backoff } from './backoff.js';

/** Where a reflector puts what it sees. */
export interface ReflectorSink<T extends KubernetesObject> {
  /** The whole truth: what is not among the items is gone. */
  replace(items: readonly Stored<T>[]): void;
  set(object: Stored<T>): void;
  delete(object: Stored<T>): void;
  /** A list or a watch failed; it will be tried again. */
  failed(error: unknown): void;
}

export interface ReflectorOptions<T extends KubernetesObject> {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  /** All namespaces where absent. */
  readonly namespace?: string | undefined;
  readonly sink: ReflectorSink<T>;
}

interface ListAnswer<T extends KubernetesObject> {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly Stored<T>[] | null;
}

interface WatchEvent<T extends KubernetesObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Stored<T>;
}

const pageSize = 500;
// The server ends a watch after a time between the two, so that not all clients come back at once.
const [shortestWatch, longestWatch] = [300, 600];
// A peer that vanished sends nothing, not even the end: after this much more a watch is given up.
const grace = 30_000;
// A watch that ends at once, again and again, is a fault of something between us and the server.
const tooShort = 1000;

/**
 * Mirrors one resource: lists it, watches it from there, and goes on for ever, whatever the connection does. A watch is
 * resumed where it broke off; only when the server has forgotten that place is the resource listed again.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 * @returns when `signal` is aborted, and only then
 */
export async function reflect<T extends KubernetesObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(200, 30_000);
  // Resource versions are opaque: handed back, never compared.
  let version: string | undefined;
  // The first list may come from the server's cache; after the server forgot our place it must be a fresh one.
  let fresh = false;

  while (!signal.aborted) {
    try {
      if (version === undefined) version = await list(options, fresh, signal);
      const started = performance.now();
      for await (const event of watch(options, version, signal)) {
        version = deliver(event, options.sink) ?? version;
        backoff.reset();
      }
      if (performance.now() - started < tooShort) await backoff.wait(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isGone(error)) {
        version = undefined;
        fresh = true;
      }
      options.sink.failed(error);
      await backoff.wait(signal);
    }
  }
}

async function list<T extends KubernetesObject>(
  { transport, info, namespace, sink }: ReflectorOptions<T>,
  fresh: boolean,
  signal: AbortSignal,
): Promise<string> {
  const items: Stored<T>[] = [];
  let token: string | undefined;
  for (;;) {
    // From its cache the server answers in one piece; a fresh list comes in pages.
    const query = fresh ? { limit: pageSize, continue: token } : { resourceVersion: '0' };
    const text = await transport.send({
      method: 'GET',
      path: resourcePath(info, { namespace }),
      query,
      signal,
      label: `list ${labelOf(info, { namespace })}`,
    });
    const page = parseJson<ListAnswer<T>>(text);
    for (const item of page.items ?? []) items.push({ ...item, apiVersion: apiVersionOf(info), kind: info.kind });
    token = page.metadata?.continue;
    if (token) continue;
    // Stopped while the list was on its way: nothing may start after that.
    signal.throwIfAborted();
    sink.replace(items);
    return page.metadata?.resourceVersion ?? '';
  }
}

async function* watch<T extends KubernetesObject>(
  { transport, info, namespace }: ReflectorOptions<T>,
  version: string,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const seconds = Math.round(shortestWatch + Math.random() * (longestWatch - shortestWatch));
  const request = {
    method: 'GET',
    path: resourcePath(info, { namespace }),
    query: { watch: true, allowWatchBookmarks: true, resourceVersion: version, timeoutSeconds: seconds },
    signal,
    label: `watch ${labelOf(info, { namespace })}`,
  } as const;
  for await (const line of transport.lines(request, seconds * 1000 + grace)) {
    if (line !== '') yield parseJson<WatchEvent<T>>(line);
  }
}

/** Hands an event on; answers the version from which a broken watch can go on. */
function deliver<T extends KubernetesObject>(
  { type, object }: WatchEvent<T>,
  sink: ReflectorSink<T>,
): string | undefined {
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      sink.set(object);
      break;
    case 'DELETED':
      sink.delete(object);
      break;
    case 'BOOKMARK':
      break;
    case 'ERROR':
      throw new ApiError(object, 'watch');
  }
  return object.metadata.resourceVersion;
}
