import { randomUUID } from 'node:crypto';
import type { Logger } from '../log/logger.js';
import { abortController } from '../timing/abort-controller.js';
import type { Clock } from '../timing/clock.js';
import type { Context, Request } from './reconciler.js';

/** One running reconcile. */
export interface Run {
  readonly context: Context;
  /** Aborts it because the manager cannot wait any longer. */
  cutOff(reason: unknown): void;
  /** Releases the timer; call it when the reconcile has ended. */
  end(): void;
}

export interface RunOptions {
  readonly request: Request;
  readonly log: Logger;
  readonly clock: Clock;
  /** Milliseconds after which its signal is aborted; unlimited if unset. */
  readonly timeout: number | undefined;
  /** Called when the timeout has passed. */
  readonly overdue: () => void;
}

/** Milliseconds after which a reconcile without a timeout is logged. */
const long = 60_000;
/** Milliseconds after the abort at which a reconcile that has not ended is logged. */
const grace = 5_000;

/**
 * Starts a reconcile. Its signal, its logger and its ID are created on first use, because most reconciles find nothing
 * to do and use none of them.
 */
export function startRun({ request, log: base, clock, timeout, overdue }: RunOptions): Run {
  let aborter: AbortController | undefined;
  let aborted: { readonly reason: unknown } | undefined;
  let reconcileID: string | undefined;
  let log: Logger | undefined;

  const context: Context = {
    get signal() {
      if (aborter === undefined) {
        aborter = abortController();
        if (aborted !== undefined) aborter.abort(aborted.reason);
      }
      return aborter.signal;
    },
    get reconcileID() {
      return (reconcileID ??= randomUUID());
    },
    get log() {
      return (log ??= base.with({ namespace: request.namespace, name: request.name, reconcileID: this.reconcileID }));
    },
  };
  const abort = (reason: unknown): void => {
    aborted ??= { reason };
    aborter?.abort(reason);
  };
  const warn = (message: string, milliseconds: number): void =>
    context.log.warn(`${message}; until it ends, its worker is busy and the object is not reconciled again`, {
      milliseconds,
    });
  let cancel = clock.after(timeout ?? long, () => {
    if (timeout === undefined) {
      warn('a reconcile takes long', long);
      return;
    }
    abort(new DOMException(`the reconcile took longer than its ${timeout} ms`, 'TimeoutError'));
    overdue();
    cancel = clock.after(grace, () => warn('a reconcile continues although its signal was aborted', timeout + grace));
  });
  return {
    context,
    cutOff: (reason) => {
      // A timer would keep an otherwise idle process alive.
      cancel();
      abort(reason);
    },
    end: () => cancel(),
  };
}
