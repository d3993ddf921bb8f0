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
  /** Namespace to mirror; all namespaces if unset. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly sink: ReflectorSink<T>;
  readonly timing?: Partial<ReflectorTiming>;
}

/** Times of a reflector, all in milliseconds. */
export interface ReflectorTiming {
  /**
   * The server is asked to end a watch after a random time between the two, so that clients do not all return at once.
   */
  readonly shortestWatch: number;
  readonly longestWatch: number;
  /** A peer that has vanished sends nothing, not even an end; a watch is given up this long after its time limit. */
  readonly grace: number;
  /**
   * The server sends at least a bookmark every minute, but the first one of a quiet kind after two (seen with 1.36). A
   * watch that is silent for longer is dead, or starts at a version that the server has not reached, and then the
   * server is asked for its current version.
   */
  readonly silence: number;
  /**
   * A list that arrives as a watch is given up if it shows no further object for this long while changes arrive: the
   * mark of its end is missing.
   */
  readonly listStall: number;
  /** A version from which no watch can be opened for this long is given up, and everything is listed. */
  readonly resumeFor: number;
  /** After this long without an answer, a server may have been restored and have counted past the version. */
  readonly shortestOutage: number;
  /** A watch that repeatedly ends sooner indicates a fault between this process and the server. */
  readonly tooShort: number;
  readonly firstWait: number;
  readonly longestWait: number;
}

const heldBack =
  'no events arrive, although the server has newer versions; the resource is listed instead: does a proxy delay the watch?';

const usualTiming: ReflectorTiming = {
  shortestWatch: 300_000,
  longestWatch: 600_000,
  grace: 30_000,
  silence: 130_000,
  listStall: 60_000,
  resumeFor: 5000,
  shortestOutage: 1000,
  tooShort: 1000,
  firstWait: 200,
  longestWait: 30_000,
};

/**
 * Mirrors one resource: lists it, watches it from there, and continues forever despite connection failures. A broken
 * watch is resumed where it stopped. The resource is listed again if the server has forgotten that version, has not
 * reached it, or reports any other error that waiting does not solve.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 * @returns only when `signal` is aborted
 */
export async function reflect<T extends KubernetesObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { sink } = options;
  const timing = { ...usualTiming, ...options.timing };
  const backoff = new Backoff(timing.firstWait, timing.longestWait);
  // Without this backoff, a server that can be listed but rejects watches would be listed endlessly.
  const relists = new Backoff(timing.firstWait, timing.longestWait, 2 * timing.longestWait);
  const point = new ResumePoint(watchLabel(options), timing);
  const lists = new ListMode();
  const works = (): void => {
    backoff.reset();
    sink.works();
  };

  const newList = () => collectInitialEvents(sink, watchLabel(options), timing.listStall);
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
      let initial = point.version === undefined ? newList() : undefined;
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
      // A watch that has shown nothing does not prove that it works.
      else if (shown > 0 || lasted >= timing.shortestWatch) works();
      // The watch ended by its time limit, so nothing was left to report; this covers servers that send no bookmarks.
      if (lasted >= timing.shortestWatch) sink.caughtUp();
    } catch (error) {
      if (signal.aborted) return;
      if (point.version === undefined && lists.failed(error)) continue;
      const isSilence = !isAsking && point.isDoubtful;
      const isRelist = point.failed(error, asked, isOpen);
      // Silence alone is not a failure: the server is asked before the watch continues.
      if (!isSilence) sink.failed(error);
      await (isRelist ? relists : backoff).wait(signal);
    }
  }
}

/** Asks for the current version of the server with a minimal list. */
async function currentVersion<T extends KubernetesObject>(
  { transport, info, namespace, labelSelector, fieldSelector }: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<string> {
  const selection = { namespace, labelSelector, fieldSelector, signal };
  return (await listPage<T>(transport, info, { ...selection, limit: 1 })).resourceVersion;
}

/**
 * Lists the resource, but never from a version that the server may have cached (`resourceVersion=0`): earlier writes of
 * this process would be missing, and everything would come in a single answer.
 */
async function list<T extends KubernetesObject>(
  { transport, info, namespace, labelSelector, fieldSelector, sink }: ReflectorOptions<T>,
  pageSize: number,
  signal: AbortSignal,
): Promise<string> {
  const listing = sink.listing();
  const selection = { namespace, labelSelector, fieldSelector, pageSize, signal };
  const all = await listAll<T, Shared<T> | undefined>(transport, info, selection, (item) => sink.prepare(item));
  // If the reflector was stopped while the list was in flight, nothing may happen after that.
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
    // Several lines may have arrived at once, and the mirror may have been stopped at the first.
    signal.throwIfAborted();
    if (line !== '') yield readEvent<T>(line, { info, namespace, label: request.label });
  }
}

function watchLabel({ info, namespace }: Pick<ReflectorOptions<KubernetesObject>, 'info' | 'namespace'>): string {
  return `watch ${labelOf(info, { namespace })}`;
}

/** Passes an event to the sink, and records where a broken watch can resume. */
function deliver<T extends KubernetesObject>(
  { type, object }: WatchEvent<T>,
  options: ReflectorOptions<T>,
  point: ResumePoint,
): void {
  const { sink } = options;
  if (type === 'ERROR') throw new ErrorEvent(object, watchLabel(options));
  const kept = type === 'ADDED' || type === 'MODIFIED' ? sink.prepare(object) : undefined;
  const isHarmless = type === 'DELETED' ? !sink.contradicts(object) : kept !== undefined && sink.knows(kept);
  point.shown(object.metadata.resourceVersion, isHarmless);
  if (kept !== undefined) sink.set(kept);
  else if (type === 'DELETED') sink.delete(object);
  else if (type === 'BOOKMARK') sink.caughtUp();
}
