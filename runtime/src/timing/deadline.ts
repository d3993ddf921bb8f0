import { setMaxListeners } from 'node:events';

/** An end to something that takes time: when the time is over, or when a parent signal is aborted. */
export interface Deadline {
  /** Aborted at the end. Made when it is asked for: a tenth of a request's time, and most have no use for it. */
  readonly signal: AbortSignal;
  /** Why it has ended; undefined until it has. */
  readonly ended: { readonly reason: unknown } | undefined;
  /** Whether it was the time, and not the parent, that ended it. */
  isOver(): boolean;
  /** Says what has to be stopped at the end, in place of what was said before; at once where it has ended. */
  stops(stop: (reason: unknown) => void): void;
  /** Ends it now, for another reason than the time. */
  end(reason: Error): void;
  /** Milliseconds that are left. */
  remaining(): number;
  /** Lets go of the timer and of the parent. To be called when the thing is done. */
  clear(): void;
}

/**
 * Starts a deadline. Used instead of `AbortSignal.any` and `AbortSignal.timeout`, which hold on to their memory until the
 * time is over: a minute for every request that took a millisecond.
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
    // A reconcile may well begin twenty requests with its one signal; Node would take the eleventh for a leak.
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
