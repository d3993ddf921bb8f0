/** Detects that a stream has gone silent. */
export interface IdleTimer {
  /** Records that something has arrived; stops waiting until `wait` is called. */
  arrived(): void;
  /** Starts to wait for the next piece. */
  wait(): void;
  /** Stops the timer; call it when the stream has ended. */
  stop(): void;
}

/**
 * Starts to wait for the first piece. Only time spent waiting counts, so neither a slow reader nor a blocked event loop
 * makes a stream look dead.
 * @param milliseconds maximum time without arrivals
 * @param expire called once when that time has passed
 */
export function startIdleTimer(milliseconds: number, expire: () => void): IdleTimer {
  let arrivals = 0;
  let waiting = true;
  // Timers count whole milliseconds, and can end up to one millisecond before `performance.now()` has advanced that
  // far.
  const atLeast = milliseconds + 1;
  const timer = setTimeout(() => {
    const before = arrivals;
    // After a blocked event loop, timers run first; pending data is read before the immediates run.
    setImmediate(() => {
      if (waiting && arrivals === before) expire();
    });
  }, atLeast);
  return {
    arrived: () => {
      arrivals += 1;
      waiting = false;
    },
    wait: () => {
      waiting = true;
      timer.refresh();
    },
    stop: () => {
      waiting = false;
      clearTimeout(timer);
    },
  };
}
