import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../timing/clock.js';

/** Times in milliseconds for the detection of silent connections. Together, they are the longest silence. */
export interface SilenceTiming {
  /** Time between looks at the connections. */
  readonly look: number;
  /** Time without data, on any connection, before the server is asked for a sign. */
  readonly quiet: number;
  /** Time that the server has to give it. */
  readonly answer: number;
}

export const usualSilence: SilenceTiming = { look: 5000, quiet: 10_000, answer: 10_000 };

/** Error of a connection that was closed because nothing arrived on it. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  /** A request that changes nothing is sent again, as after any other break. */
  readonly code = 'ECONNRESET';

  constructor(milliseconds: number) {
    super(`nothing arrived in ${Math.round(milliseconds / 1000)} s, and the server gave no sign when it was asked`);
  }
}

/** Part of a connection that matters here. */
export interface CountedConnection {
  readonly bytesRead: number;
  destroy(error: Error): unknown;
}

/** When something last arrived from a server. The detectors of several transports to it share one. */
export interface LastSign {
  at: number;
}

export interface SilenceParts {
  readonly lastSign: LastSign;
  /** Returns connections with requests or streams in progress, and those that wait for the next request. */
  readonly connections: () => {
    readonly inUse: readonly CountedConnection[];
    readonly idle: readonly CountedConnection[];
  };
  /** Asks for a sign on another connection. Resolves to false if nothing arrived in the time. */
  readonly probe: (milliseconds: number) => Promise<boolean>;
  readonly clock: Clock;
  readonly timing: SilenceTiming;
}

export interface SilenceDetector {
  /** Notes that a request or a stream begins. */
  begins(): void;
  stop(): void;
}

/**
 * Detects connections whose peer acknowledges everything and sends nothing, such as those of a proxy that has lost its
 * server. A quiet watch looks the same. So once nothing has arrived on any connection for a while, the server is asked
 * for a sign; if there is none, and still nothing has arrived elsewhere, all of these connections are closed.
 * A server that answers is a reason to wait: quiet watches are never closed then.
 */
export function detectSilence({ connections, lastSign, probe, clock, timing }: SilenceParts): SilenceDetector {
  let cancel: (() => void) | undefined;
  let quietSince = 0;
  let counts = new Map<CountedConnection, number>();
  let isStopped = false;

  let lookedAt = -Infinity;

  /** Reports whether anything has arrived since the last call. */
  const hasArrived = (): boolean => {
    const before = counts;
    const { inUse, idle } = connections();
    // An answer is a sign too, although its connection is idle by now.
    counts = new Map([...inUse, ...idle].map((each) => [each, each.bytesRead]));
    if ([...counts].some(([each, bytes]) => bytes > (before.get(each) ?? 0))) lastSign.at = clock.now();
    const isNew = lastSign.at > lookedAt;
    lookedAt = clock.now();
    return isNew;
  };
  const closeSilent = (before: ReadonlyMap<CountedConnection, number>): void => {
    const { inUse, idle } = connections();
    const silent = inUse.filter((each) => before.get(each) === each.bytesRead);
    for (const each of [...silent, ...idle]) each.destroy(new SilenceError(clock.now() - quietSince));
  };
  const look = async (): Promise<void> => {
    if (hasArrived()) quietSince = clock.now();
    if (clock.now() - quietSince < timing.quiet) return;
    const before = counts;
    const isAlive = await probe(timing.answer);
    // After a blocked event loop, timers run before what has arrived is read.
    if (!isAlive) await nextTurn();
    if (!isAlive && !hasArrived() && !isStopped) closeSilent(before);
    // Its answer counts as long as what arrives until the next look.
    quietSince = clock.now() + timing.look;
  };
  const lookLater = (): void => {
    cancel = clock.after(timing.look, () => {
      void look().finally(() => {
        cancel = undefined;
        if (!isStopped && connections().inUse.length > 0) lookLater();
      });
    });
  };
  return {
    begins: () => {
      if (cancel !== undefined || isStopped) return;
      quietSince = clock.now();
      lookLater();
    },
    stop: () => {
      isStopped = true;
      cancel?.();
    },
  };
}
