import { basename } from 'node:path';
import type { Mutation } from './mutations.js';

/** The lines of a tree of sources, to find a place that has moved. */
export interface Places {
  readonly texts: ReadonlyMap<string, string>;
  /** Where each line stands, without its indentation. */
  readonly lines: ReadonlyMap<string, readonly { readonly path: string; readonly index: number }[]>;
}

/** @param texts the sources by path */
export function placesOf(texts: ReadonlyMap<string, string>): Places {
  const lines = new Map<string, { path: string; index: number }[]>();
  for (const [path, text] of texts) {
    for (const [index, line] of text.split('\n').entries()) {
      const places = lines.get(line.trim()) ?? [];
      places.push({ path, index });
      lines.set(line.trim(), places);
    }
  }
  return { texts, lines };
}

/** How many lines before and after a place are compared. */
const around = 6;

/** Finds the same mutation in another tree, by its lines and those around them; undefined where there is no such code. */
export function locate(mutation: Mutation, text: string, { texts, lines }: Places): Mutation | undefined {
  const from = text.split('\n');
  const first = text.slice(0, mutation.start).split('\n').length - 1;
  const count = mutation.before.split('\n').length;
  const own = from.slice(first, first + count).map((line) => line.trim());
  const found = (lines.get(own[0]!) ?? []).flatMap(({ path, index }) => {
    const to = texts.get(path)!.split('\n');
    if (own.some((line, offset) => to[index + offset]?.trim() !== line)) return [];
    const offsets = Array.from({ length: 2 * around }, (_, each) =>
      each < around ? -1 - each : count + each - around,
    );
    const same = offsets.filter(
      (offset) => from[first + offset]?.trim() === to[index + offset]?.trim() && to[index + offset] !== undefined,
    );
    return [{ path, index, to, score: same.length + (basename(path) === basename(mutation.path) ? 2 : 0) }];
  });
  const best = found.toSorted((one, other) => other.score - one.score)[0];
  if (best === undefined || best.score < 3) return undefined;
  const column = mutation.start - startOf(from, first) - indentOf(from[first]!);
  const start = startOf(best.to, best.index) + indentOf(best.to[best.index]!) + column;
  const last = first + count - 1;
  const lastColumn = mutation.end - startOf(from, last) - indentOf(from[last]!);
  const end = startOf(best.to, best.index + count - 1) + indentOf(best.to[best.index + count - 1]!) + lastColumn;
  return { ...mutation, path: best.path, start, end, before: texts.get(best.path)!.slice(start, end) };
}

function startOf(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
