/** Milliseconds before its end from which a credential is renewed: no request meets the end on its way, and clocks differ. */
const expirySkew = 10_000;
/** Milliseconds for which a credential is used although its time is over by the clock of this machine. */
const shortestUse = 5_000;

/**
 * Reports whether a credential is used on. Its end is a time of day, and is compared with one. A clock that is ahead must not
 * ask for another credential with every request: what has just arrived is sent, and the server decides.
 * @param expires milliseconds since 1970
 * @param obtainedAt monotonic milliseconds; -Infinity for one that was there before
 */
export function isUsable(expires: number, obtainedAt: number): boolean {
  return Date.now() < expires - expirySkew || performance.now() - obtainedAt < shortestUse;
}
