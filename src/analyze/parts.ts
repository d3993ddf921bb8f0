import type { Declarations } from './declarations.js';
import type { DeclaredKind } from './kinds.js';
import type { Source } from './sources.js';
import { sha256 } from '../io/sha256.js';

/** What one file of the project says. */
export interface FilePart {
  readonly declared: readonly DeclaredKind[];
  readonly declarations: Declarations;
  /** The sources that have a say in it: the file itself, and what it imports, directly or not. */
  readonly needs: readonly string[];
}

/** What each file says, by its absolute path. */
export type Parts = ReadonlyMap<string, FilePart>;

/** Parts with what the sources were when they were read. Plain data. */
export interface KeptParts {
  readonly parts: Parts;
  /** Hashes of the texts of all sources, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

export function keepParts(parts: Parts, sources: readonly Source[]): KeptParts {
  return { parts, texts: hashesOf(sources) };
}

/** The parts that say what they said: nothing that they need has changed since. */
export function unchangedParts({ parts, texts }: KeptParts, sources: readonly Source[]): Parts {
  const now = hashesOf(sources);
  return new Map([...parts].filter(([, { needs }]) => needs.every((path) => now.get(path) === texts.get(path))));
}

function hashesOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ path, text }) => [path, sha256(text)]));
}

/** A file and the sources that it imports, directly or not. */
export function sourcesBehind(
  file: string,
  imports: ReadonlyMap<string, readonly string[]>,
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const found = new Set([file]);
  for (const each of found) {
    for (const path of imports.get(each) ?? []) if (sources.has(path)) found.add(path);
  }
  return [...found];
}
