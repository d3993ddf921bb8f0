/** Returns the result of work, or undefined if it fails, for callers that do not need the result. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
