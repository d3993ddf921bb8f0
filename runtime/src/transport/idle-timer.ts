/** Notices that nothing arrives any more. */
export interface IdleTimer {
  /** Something has arrived, and nothing is waited for until `wait`. */
  arrived(): void;
  /** The next thing is waited for from now on. */
  wait(): void;
  /** To be called when nothing more is to come. */
  stop(): void;
}

/**
 * Starts to wait for something. Only time that is spent waiting counts: neither a slow reader nor a blocked event loop makes
 * a stream look dead.
 * @param milliseconds how long nothing may arrive
 * @param expire called once when that is over
 */
export function startIdleTimer(milliseconds: number, expire: () => void): IdleTimer {
  let arrivals = 0;
  let waiting = true;
  const timer = setTimeout(() => {
    const before = arrivals;
    // Timers come first after the event loop was blocked: what arrived meanwhile is read before the immediates run.
    setImmediate(() => {
      if (waiting && arrivals === before) expire();
    });
  }, milliseconds);
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

/** The pieces of a stream as they come, each noted. */
export async function* noteArrivals<T>(pieces: AsyncIterable<T>, timer: IdleTimer): AsyncGenerator<T> {
  timer.wait();
  for await (const piece of pieces) {
    timer.arrived();
    yield piece;
    timer.wait();
  }
}
