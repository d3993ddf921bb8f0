import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../timing/clock.js';

/** Times in milliseconds for the detection of silent connections. Together, they are the longest silence. */
export interface SilenceTiming {
  /** Time between checks of the connections. */
  readonly look: number;
  /** Time without data, on any connection, before the server is probed. */
  readonly quiet: number;
  /** Time that the server has to answer the probe. */
  readonly answer: number;
}

export const usualSilence: SilenceTiming = { look: 5000, quiet: 10_000, answer: 10_000 };

/** Error of a connection that was closed because nothing arrived on it. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  /** A request that changes nothing is sent again, as after any other break. */
  readonly code = 'ECONNRESET';

  constructor(milliseconds: number) {
    super(`nothing arrived in ${Math.round(milliseconds / 1000)} s, and the server did not answer a probe`);
  }
}

/** The relevant part of a connection. */
export interface CountedConnection {
  readonly bytesRead: number;
  destroy(error: Error): unknown;
}

/** Time of the last data from a server, which the detectors of several transports share. */
export interface LastSign {
  at: number;
}

export interface SilenceParts {
  readonly lastSign: LastSign;
  /** Returns the connections with requests or streams in progress, and the idle ones. */
  readonly connections: () => {
    readonly inUse: readonly CountedConnection[];
    readonly idle: readonly CountedConnection[];
  };
  /** Probes the server on another connection. Resolves to false if nothing arrived in the time. */
  readonly probe: (milliseconds: number) => Promise<boolean>;
  readonly clock: Clock;
  readonly timing: SilenceTiming;
}

export interface SilenceDetector {
  /** Records that a request or a stream begins. */
  begins(): void;
  stop(): void;
}

/**
 * Detects connections whose peer acknowledges everything and sends nothing, such as those of a proxy that has lost its
 * server. A quiet watch looks the same. So once nothing has arrived on any connection for a while, the server is
 * probed. If it does not answer, and still nothing has arrived elsewhere, all of these connections are closed. As long
 * as the server answers, quiet watches are never closed.
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
    // An answer also counts, although its connection is already idle.
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
    // After a blocked event loop, timers run before arrived data is read.
    if (!isAlive) await nextTurn();
    if (!isAlive && !hasArrived() && !isStopped) closeSilent(before);
    // The answer counts until the next check, as any other data does.
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
