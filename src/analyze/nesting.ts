import type { Source } from './sources.js';

/** A place in a source, by its offset. */
interface Place {
  readonly source: Source;
  readonly at: number;
}

/** Where the brackets of all sources are nested deepest, more or less: strings and comments count as well. */
export function deepestPlace(sources: readonly Source[]): Place | undefined {
  let found: (Place & { readonly depth: number }) | undefined;
  for (const source of sources) {
    let depth = 0;
    for (const { 0: bracket, index } of source.text.matchAll(/[([{<>}\])]/g)) {
      depth = '([{<'.includes(bracket) ? depth + 1 : Math.max(0, depth - 1);
      if (depth > (found?.depth ?? 0)) found = { source, at: index, depth };
    }
  }
  return found;
}
