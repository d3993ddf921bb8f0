import type { Json } from './random-value.js';

/**
 * Returns a smaller value of which something is still true: parts are removed one by one, the largest first, for as long
 * as that helps or `most` questions are asked.
 */
export async function reduce(value: Json, holds: (value: Json) => Promise<boolean>, most = 400): Promise<Json> {
  let best = value;
  let left = most;
  for (let shrunk = true; shrunk;) {
    shrunk = false;
    for (const path of pathsOf(best)) {
      if (left === 0) return best;
      const smaller = without(best, path);
      if (smaller === undefined) continue;
      left -= 1;
      if (await holds(smaller)) {
        best = smaller;
        shrunk = true;
      }
    }
  }
  return best;
}

type Path = readonly (string | number)[];

function pathsOf(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()].toReversed() : Object.keys(value);
  return [...keys.map((key) => [...path, key]), ...keys.flatMap((key) => pathsOf(value[key], [...path, key]))].toSorted(
    (one, other) => one.length - other.length,
  );
}

/** Returns a copy without the part at a path; undefined if there is none. */
function without(value: Json, path: Path): Json {
  const copy = structuredClone(value);
  let parent: Json = copy;
  for (const key of path.slice(0, -1)) parent = parent?.[key];
  const key = path.at(-1)!;
  if (typeof parent !== 'object' || parent === null || !(key in parent)) return undefined;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}
