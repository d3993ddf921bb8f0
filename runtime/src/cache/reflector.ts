import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { ApiError } from '../client/api-error.js';
import { listAll } from '../client/list-all.js';
import { acceptOf } from '../client/metadata-only.js';
import { labelOf, resourcePath } from '../client/resource-path.js';
import type { Transport } from '../client/transport.js';
import { Backoff } from './backoff.js';
import type { Shared } from './cache-event.js';
import { collectInitialEvents } from './initial-events.js';
import { ListMode } from './list-mode.js';
import type { ReflectorSink } from './reflector-sink.js';
import { readEvent, UnreadableEvents } from './unreadable.js';
import type { WatchEvent } from './watch-event.js';

export interface ReflectorOptions<T extends KubernetesObject> {
  readonly transport: Transport;
  readonly info: ResourceInfo;
  /** All namespaces where absent. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly sink: ReflectorSink<T>;
  readonly timing?: Partial<ReflectorTiming>;
}

/** All in milliseconds. */
export interface ReflectorTiming {
  /** The server is asked to end a watch after a random time between the two, so that not all clients come back at once. */
  readonly shortestWatch: number;
  readonly longestWatch: number;
  /** A peer that vanished sends nothing, not even the end: this much later a watch is given up. */
  readonly grace: number;
  /** The server says at least that there is nothing, every minute: a watch that is silent for longer than this is dead. */
  readonly silence: number;
  /** A watch that ends sooner, again and again, is a fault of something between us and the server. */
  readonly tooShort: number;
  readonly firstWait: number;
  readonly longestWait: number;
}

const usualTiming: ReflectorTiming = {
  shortestWatch: 300_000,
  longestWatch: 600_000,
  grace: 30_000,
  silence: 90_000,
  tooShort: 1000,
  firstWait: 200,
  longestWait: 30_000,
};

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
  const { sink } = options;
  const timing = { ...usualTiming, ...options.timing };
  const backoff = new Backoff(timing.firstWait, timing.longestWait);
  // Resource versions are opaque: handed back, never compared.
  let version: string | undefined;
  const lists = new ListMode();
  const unreadable = new UnreadableEvents();
  const works = (): void => {
    backoff.reset();
    sink.works();
  };

  while (!signal.aborted) {
    try {
      if (version === undefined && !lists.asWatch) version = await list(options, lists.pageSize, signal);
      const opened = performance.now();
      let initial = version === undefined ? collectInitialEvents(sink, watchLabel(options)) : undefined;
      for await (const event of watch(options, version, timing, signal)) {
        if (initial === undefined) version = deliver(event, options) ?? version;
        else if (initial.take(event)) [version, initial] = [event.object.metadata.resourceVersion, undefined];
        else continue;
        works();
      }
      const lasted = performance.now() - opened;
      if (lasted < timing.tooShort) await backoff.wait(signal);
      else if (initial === undefined) works();
      // It was the time that ended it, and nothing was left to be told: for servers that send no bookmarks.
      if (lasted >= timing.shortestWatch && initial === undefined) sink.caughtUp();
    } catch (error) {
      if (signal.aborted) return;
      if (version === undefined && lists.failed(error)) continue;
      if (hasForgotten(error) || unreadable.isAgain(error, version)) version = undefined;
      sink.failed(error);
      await backoff.wait(signal);
    }
  }
}

/**
 * Never from a version that the server may have kept (`resourceVersion=0`): what this process wrote before would be
 * missing, and it would be one answer with everything in it.
 */
async function list<T extends KubernetesObject>(
  { transport, info, namespace, labelSelector, fieldSelector, sink }: ReflectorOptions<T>,
  pageSize: number,
  signal: AbortSignal,
): Promise<string> {
  const listing = sink.listing();
  const selection = { namespace, labelSelector, fieldSelector, pageSize, signal };
  const all = await listAll<T, Shared<T> | undefined>(transport, info, selection, (item) => sink.prepare(item));
  // Stopped while the list was on its way: nothing may start after that.
  signal.throwIfAborted();
  sink.replace(
    all.items.filter((item) => item !== undefined),
    listing,
  );
  return all.resourceVersion;
}

async function* watch<T extends KubernetesObject>(
  options: ReflectorOptions<T>,
  resourceVersion: string | undefined,
  { shortestWatch, longestWatch, grace, silence }: ReflectorTiming,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const { transport, info, namespace, labelSelector, fieldSelector } = options;
  const timeoutSeconds = Math.ceil((shortestWatch + Math.random() * (longestWatch - shortestWatch)) / 1000);
  const request = {
    method: 'GET',
    path: resourcePath(info, { namespace }),
    query: {
      ...{ watch: true, allowWatchBookmarks: true, timeoutSeconds, labelSelector, fieldSelector },
      ...(resourceVersion === undefined
        ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
        : { resourceVersion }),
    },
    accept: acceptOf(info, 'object'),
    signal,
    label: watchLabel(options),
  } as const;
  for await (const line of transport.lines(request, timeoutSeconds * 1000 + grace, silence)) {
    // Several lines may have come at once, and the mirror may have been stopped at the first.
    signal.throwIfAborted();
    if (line !== '') yield readEvent<T>(line, request.label);
  }
}

function watchLabel({ info, namespace }: Pick<ReflectorOptions<KubernetesObject>, 'info' | 'namespace'>): string {
  return `watch ${labelOf(info, { namespace })}`;
}

/** Hands an event on; answers the version from which a broken watch can go on. */
function deliver<T extends KubernetesObject>(
  { type, object }: WatchEvent<T>,
  options: ReflectorOptions<T>,
): string | undefined {
  const { sink } = options;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED': {
      const kept = sink.prepare(object);
      if (kept !== undefined) sink.set(kept);
      break;
    }
    case 'DELETED':
      sink.delete(object);
      break;
    case 'BOOKMARK':
      sink.caughtUp();
      break;
    case 'ERROR':
      throw new ApiError(object, watchLabel(options));
  }
  return object.metadata.resourceVersion;
}

/**
 * Whether the server has no such version any more (410), or never had it: its data were restored from an older copy
 * (400, or 504 with a cause), or the resource was removed (404).
 */
function hasForgotten(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const tooLarge = error.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge');
  return [400, 404, 410].includes(error.code) || tooLarge === true;
}
