/** The time, in milliseconds; a test brings its own. */
export interface Clock {
  now(): number;
  /** Calls back after a time; answers how to call it off. */
  after(delay: number, callback: () => void): () => void;
}

// A timer cannot be longer than this; whoever waits looks again then.
const longestTimer = 2 ** 31 - 1;

export const realClock: Clock = {
  // Monotonic: a corrected wall clock delays nothing and hurries nothing.
  now: () => performance.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, Math.min(delay, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** The time of day, as certificates know it: milliseconds since 1970. */
export const wallClock: Clock = { now: () => Date.now(), after: (...timer) => realClock.after(...timer) };
