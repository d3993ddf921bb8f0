import type { KubernetesObject } from '../api/object.js';
import type { ResourceInfo } from '../api/resource.js';
import { listAll, listPage } from '../client/list-all.js';
import { acceptOf } from '../client/metadata-only.js';
import { labelOf, resourcePath } from '../client/resource-path.js';
import type { Transport } from '../transport/transport.js';
import { Backoff } from './backoff.js';
import type { Shared } from './cache-event.js';
import { collectInitialEvents } from './initial-events.js';
import { ListMode } from './list-mode.js';
import type { ReflectorSink } from './reflector-sink.js';
import { ResumePoint } from './resume-point.js';
import { ErrorEvent, readEvent, type WatchEvent } from './watch-event.js';

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
  /**
   * The server says at least that there is nothing, every minute: a watch that is silent for longer than this is dead, or
   * begins at a version that the server has not reached, and then the server is asked where it is.
   */
  readonly silence: number;
  /** A version from which no watch can be opened for so long is given up, and everything is listed. */
  readonly resumeFor: number;
  /** Nobody has answered for so long: a server that was restored meanwhile may have counted past the version. */
  readonly shortestOutage: number;
  /** A watch that ends sooner, again and again, is a fault of something between us and the server. */
  readonly tooShort: number;
  readonly firstWait: number;
  readonly longestWait: number;
}

const heldBack =
  'it shows nothing, and the server has gone on; everything is listed instead: does a proxy hold back what is watched?';

const usualTiming: ReflectorTiming = {
  shortestWatch: 300_000,
  longestWatch: 600_000,
  grace: 30_000,
  silence: 90_000,
  resumeFor: 5000,
  shortestOutage: 1000,
  tooShort: 1000,
  firstWait: 200,
  longestWait: 30_000,
};

/**
 * Mirrors one resource: lists it, watches it from there, and goes on for ever, whatever the connection does. A watch is
 * resumed where it broke off. The resource is listed again when the server has forgotten that place, has not reached it,
 * or says anything else that is not a reason to wait.
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
  // A server that is listed and then refuses to go on would be listed without end.
  const relists = new Backoff(timing.firstWait, timing.longestWait, 2 * timing.longestWait);
  const point = new ResumePoint(watchLabel(options), timing);
  const lists = new ListMode();
  const works = (): void => {
    backoff.reset();
    sink.works();
  };

  let isSaid = false;

  while (!signal.aborted) {
    const asked = performance.now();
    let isAsking = point.isDoubtful;
    let isOpen = false;
    const onOpen = (): void => void (isOpen = true);
    try {
      const isBehind = isAsking && point.compare(await currentVersion(options, signal));
      isAsking = false;
      if (isBehind) {
        lists.inPages();
        if (!isSaid) sink.failed(new Error(`${watchLabel(options)}: ${heldBack}`));
        isSaid = true;
        await relists.wait(signal);
        signal.throwIfAborted();
      }
      if (point.version === undefined && !lists.asWatch) point.listed(await list(options, lists.pageSize, signal));
      let initial = point.version === undefined ? collectInitialEvents(sink, watchLabel(options)) : undefined;
      const { version } = point;
      let shown = 0;
      for await (const event of watch(options, version, { ...timing, onOpen }, signal)) {
        shown += 1;
        if (initial === undefined) deliver(event, options, point);
        else if (initial.take(event)) {
          point.listed(event.object.metadata.resourceVersion);
          initial = undefined;
        } else continue;
        works();
      }
      const lasted = performance.now() - asked;
      if (initial !== undefined) throw new Error(`${watchLabel(options)}: it ended before the list was complete`);
      if (lasted < timing.tooShort && shown === 0) throw new Error(`${watchLabel(options)}: it ended at once`);
      if (lasted < timing.tooShort) await backoff.wait(signal);
      // Nothing is known to work of what has shown nothing.
      else if (shown > 0 || lasted >= timing.shortestWatch) works();
      // It was the time that ended it, and nothing was left to be told: for servers that send no bookmarks.
      if (lasted >= timing.shortestWatch) sink.caughtUp();
    } catch (error) {
      if (signal.aborted) return;
      if (point.version === undefined && lists.failed(error)) continue;
      const isSilence = !isAsking && point.isDoubtful;
      const isRelist = point.failed(error, asked, isOpen);
      // Silence alone is not a fault: the server is asked before the watch goes on.
      if (!isSilence) sink.failed(error);
      await (isRelist ? relists : backoff).wait(signal);
    }
  }
}

/** Asks for the version that the server has reached, and for hardly anything else. */
async function currentVersion<T extends KubernetesObject>(
  { transport, info, namespace, labelSelector, fieldSelector }: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<string> {
  const selection = { namespace, labelSelector, fieldSelector, signal };
  return (await listPage<T>(transport, info, { ...selection, limit: 1 })).resourceVersion;
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
  { shortestWatch, longestWatch, grace, silence, onOpen }: ReflectorTiming & { readonly onOpen: () => void },
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
  for await (const line of transport.lines(request, {
    timeout: timeoutSeconds * 1000 + grace,
    idleTimeout: silence,
    onOpen,
  })) {
    // Several lines may have come at once, and the mirror may have been stopped at the first.
    signal.throwIfAborted();
    if (line !== '') yield readEvent<T>(line, { info, namespace, label: request.label });
  }
}

function watchLabel({ info, namespace }: Pick<ReflectorOptions<KubernetesObject>, 'info' | 'namespace'>): string {
  return `watch ${labelOf(info, { namespace })}`;
}

/** Hands an event on, and notes from where a broken watch can go on. */
function deliver<T extends KubernetesObject>(
  { type, object }: WatchEvent<T>,
  options: ReflectorOptions<T>,
  point: ResumePoint,
): void {
  const { sink } = options;
  if (type === 'ERROR') throw new ErrorEvent(object, watchLabel(options));
  point.shown(object.metadata.resourceVersion, type === 'DELETED');
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
  }
}
