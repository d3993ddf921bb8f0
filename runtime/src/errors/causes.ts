/**
 * Reports whether a thrown value is an error that can be read. JavaScript can throw anything, such as a proxy that
 * throws on every access.
 */
export function isError(value: unknown): value is Error {
  try {
    if (!(value instanceof Error)) return false;
    // Each of them can be a getter that throws.
    void [value.name, value.message, value.cause];
    return true;
  } catch {
    return false;
  }
}

/** Yields an error and its chain of causes; stops at a value that is not an Error, or at a cycle. */
export function* causesOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let each = error; isError(each) && !seen.has(each); each = each.cause) {
    yield each;
    seen.add(each);
  }
}

/** Returns the message of a thrown value, because JavaScript can throw anything. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return String(isError(thrown) ? thrown.message : thrown);
  } catch {
    return `a value of the type ${typeof thrown} that has no text`;
  }
}
