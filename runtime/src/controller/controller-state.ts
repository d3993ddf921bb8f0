import type { QueueSnapshot } from '../queue/queue-snapshot.js';
import type { ReconcileResult } from '../metrics/metrics.js';
import type { PastReconcile, ReconcileHistory } from './reconcile-history.js';

/** State of a controller, as the debug endpoint shows it. Times are RFC 3339 strings, durations milliseconds. */
export interface ControllerState {
  readonly controller: string;
  readonly workers: number;
  /** Whether all objects that existed at the start have been read. */
  readonly cachesFilled: boolean;
  /** Numbers of keys that can be taken, that wait for their time, and that are being reconciled. */
  readonly queue: { readonly ready: number; readonly delayed: number; readonly processing: number };
  readonly processing: readonly KeyInProcess[];
  /** Delayed keys, earliest first; at most 1,000. */
  readonly retries: readonly WaitingRetry[];
  /** Objects with their last reconciles, most recently reconciled first; see {@link ReconcileHistory}. */
  readonly objects: readonly ReconciledObject[];
}

/** Key that is being reconciled. */
export interface KeyInProcess {
  readonly key: string;
  readonly milliseconds: number;
  /** Whether it must be reconciled again afterwards. */
  readonly queuedAgain: boolean;
}

/** Key that waits for its backoff or for `requeueAfter`. */
export interface WaitingRetry {
  readonly key: string;
  readonly at: string;
  readonly inMilliseconds: number;
  /** 1 for a key that has not failed. */
  readonly attempt: number;
}

/** Object and its last reconciles, in order. */
export interface ReconciledObject {
  readonly key: string;
  readonly reconciles: readonly {
    /** Number of the reconcile among those of the controller since its start, from 1. */
    readonly number: number;
    readonly endedAt: string;
    readonly milliseconds: number;
    readonly result: ReconcileResult;
    readonly error?: string | undefined;
  }[];
}

/** Inputs for the description of a state. */
export interface StateParts extends Pick<ControllerState, 'controller' | 'workers' | 'cachesFilled'> {
  readonly snapshot: QueueSnapshot;
  readonly history: ReconcileHistory | undefined;
  /** Present time in monotonic milliseconds, and in milliseconds since 1970. */
  readonly now: number;
  readonly time: number;
  /** Milliseconds since 1970 since which the listed objects were reconciled. */
  readonly since?: number | undefined;
}

/** Describes the state of a controller. */
export function describeState({ snapshot, history, now, time, since, ...known }: StateParts): ControllerState {
  const timeOf = (monotonic: number): string => new Date(time + monotonic - now).toISOString();
  const past = ({ number, endedAt, milliseconds, result, error }: PastReconcile) => ({
    number,
    endedAt: timeOf(endedAt),
    milliseconds: rounded(milliseconds),
    result,
    error,
  });
  return {
    ...known,
    queue: { ready: snapshot.ready, delayed: snapshot.delayed, processing: snapshot.processing.length },
    processing: snapshot.processing.map(({ id, since: begin, queuedAgain }) => ({
      key: shownKey(id),
      milliseconds: rounded(now - begin),
      queuedAgain,
    })),
    retries: snapshot.waiting.map(({ id, readyAt, failures }) => ({
      key: shownKey(id),
      at: timeOf(readyAt),
      inMilliseconds: rounded(Math.max(readyAt - now, 0)),
      attempt: failures + 1,
    })),
    objects: (history?.objects(since === undefined ? undefined : since - time + now) ?? []).map(
      ([key, reconciles]) => ({
        key: shownKey(key),
        reconciles: reconciles.map(past),
      }),
    ),
  };
}

/** Returns a key for display: without the leading slash if it has no namespace. */
export const shownKey = (key: string): string => key.replace(/^\//, '');

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;
