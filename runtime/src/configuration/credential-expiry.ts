/**
 * Milliseconds before its expiry at which a credential is renewed, so that it does not expire in transit, and to allow
 * for clock skew.
 */
const expirySkew = 10_000;
/** Milliseconds for which a new credential is used even if it has expired by the local clock. */
const shortestUse = 5_000;

/**
 * Reports whether a credential can still be used. Its expiry is a wall-clock time and is compared with one. A clock
 * that is ahead must not trigger a renewal on every request: a new credential is sent anyway, and the server decides.
 * @param expires milliseconds since 1970
 * @param obtainedAt monotonic milliseconds; -Infinity for a credential that existed before
 */
export function isUsable(expires: number, obtainedAt: number): boolean {
  return Date.now() < expires - expirySkew || performance.now() - obtainedAt < shortestUse;
}
