/** Clock in milliseconds; tests provide their own. */
export interface Clock {
  now(): number;
  /** Calls back after a delay; returns a function that cancels it. */
  after(delay: number, callback: () => void): () => void;
}

/** Maximum delay of a timer of Node.js. */
export const longestTimer = 2 ** 31 - 1;

/** Returns a delay that timers take: Node.js warns of a negative one, such as that of a key that has become due. */
const possible = (delay: number): number => Math.max(0, Math.min(delay, longestTimer));

export const realClock: Clock = {
  // Monotonic, so that a corrected wall clock has no effect.
  now: () => performance.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, possible(delay));
    return () => clearTimeout(timer);
  },
};

/** Clock whose timers do not keep the process alive. */
export const backgroundClock: Clock = {
  now: () => performance.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, possible(delay)).unref();
    return () => clearTimeout(timer);
  },
};

/** Wall clock, as used in certificates: milliseconds since 1970. */
export const wallClock: Clock = { now: () => Date.now(), after: (...timer) => realClock.after(...timer) };
