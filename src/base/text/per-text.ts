/** Maximum number of characters in all texts whose results one function keeps. */
const mostCharacters = 4_000_000;

/**
 * Returns a function that caches its results for the most recent texts: a command reads the same manifests for each of
 * its checks, before and after its change. All callers share a result, so nobody must change it.
 */
export function perText<T>(work: (text: string) => T, most = mostCharacters): (text: string) => T {
  const kept = new Map<string, { readonly result: T }>();
  let characters = 0;
  const forget = (text: string): void => {
    if (kept.delete(text)) characters -= text.length;
  };
  return (text) => {
    const found = kept.get(text) ?? { result: work(text) };
    // The text that was used last is removed last.
    forget(text);
    kept.set(text, found);
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (characters <= most) break;
      forget(oldest);
    }
    return found.result;
  };
}
