/** Yields an error and its chain of causes; stops at a value that is not an Error, or at a cycle. */
export function* causesOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    yield each;
    seen.add(each);
  }
}

/** Returns the message of a thrown value, because JavaScript can throw anything. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
