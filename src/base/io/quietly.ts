/** Returns the result of work; undefined if it fails, where the caller does without it. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
