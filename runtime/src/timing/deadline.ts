import { setMaxListeners } from 'node:events';

/** Deadline of an operation: it ends when the time is over, or when a parent signal is aborted. */
export interface Deadline {
  /**
   * Aborted at the end. Created on first use, because it takes a tenth of the time of a request, and most do not need
   * it.
   */
  readonly signal: AbortSignal;
  /** The reason why it has ended; undefined until then. */
  readonly ended: { readonly reason: unknown } | undefined;
  /** Reports whether the time ended the operation, and not the parent. */
  isOver(): boolean;
  /** Sets the function to call at the end, replacing the previous one; calls it at once if the deadline has ended. */
  stops(stop: (reason: unknown) => void): void;
  /** Ends the operation now, for a reason other than the time. */
  end(reason: Error): void;
  /** Returns the remaining milliseconds. */
  remaining(): number;
  /** Releases the timer and the parent. Call it when the operation is done. */
  clear(): void;
}

/**
 * Starts a deadline. It replaces `AbortSignal.any` and `AbortSignal.timeout`, which hold their memory until the time is
 * over: a minute for every request that took a millisecond.
 */
export function startDeadline(milliseconds: number, parent?: AbortSignal): Deadline {
  const end = performance.now() + milliseconds;
  let controller: AbortController | undefined;
  let ended: Deadline['ended'];
  let stop: ((reason: unknown) => void) | undefined;
  let over = false;
  const finish = (reason: unknown): void => {
    if (ended !== undefined) return;
    ended = { reason };
    controller?.abort(reason);
    stop?.(reason);
  };
  const timer = setTimeout(() => {
    over = ended === undefined;
    finish(new DOMException('the time is over', 'TimeoutError'));
  }, milliseconds);
  const follow = (): void => finish(parent?.reason);
  if (parent !== undefined) {
    // A reconcile may start twenty requests with its signal, and Node reports the eleventh listener as a leak.
    setMaxListeners(0, parent);
    if (parent.aborted) follow();
    else parent.addEventListener('abort', follow, { once: true });
  }
  return {
    get signal() {
      controller ??= new AbortController();
      if (ended !== undefined) controller.abort(ended.reason);
      return controller.signal;
    },
    get ended() {
      return ended;
    },
    isOver: () => over,
    stops: (what) => {
      stop = what;
      if (ended !== undefined) stop(ended.reason);
    },
    end: finish,
    remaining: () => end - performance.now(),
    clear: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
      stop = undefined;
    },
  };
}
