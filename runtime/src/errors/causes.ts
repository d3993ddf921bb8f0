/** An error, and what it was caused by, and that by; ends where it comes to something that is not an Error, or to the start. */
export function* causesOf(error: unknown): Generator<Error> {
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    yield each;
    seen.add(each);
  }
}

/** What was thrown, in words: JavaScript can throw anything. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
