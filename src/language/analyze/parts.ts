import type { Declarations } from './declarations.js';
import type { DeclaredKind } from './kinds.js';
import { addsToOthers, type Source } from './sources.js';
import { sha256 } from '../../base/io/sha256.js';

/** The contribution of one file of the project. */
export interface FilePart {
  readonly declared: readonly DeclaredKind[];
  readonly declarations: Declarations;
  /** The sources that affect it: the file itself, and its direct and indirect imports. */
  readonly needs: readonly string[];
}

/** The contribution of each file, by its absolute path. */
export type Parts = ReadonlyMap<string, FilePart>;

/** Parts with the hashes of the sources that they were read from. Plain data. */
export interface KeptParts {
  readonly parts: Parts;
  /** Hashes of the texts of all sources, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Identifies the last analysis of all sources, and with it everything else that the parts were read from. */
  readonly epoch: string;
}

export function keepParts(parts: Parts, sources: readonly Source[], epoch: string): KeptParts {
  return { parts, texts: hashesOf(sources), epoch };
}

/**
 * Returns a text for each file that changes whenever anything changes that its part depends on. Empty if a source adds
 * to the declarations of others, because the parts of those depend on more than their own imports.
 */
export function originsOfParts({ parts, texts, epoch }: KeptParts, sources: readonly Source[]): Origins {
  if (sources.some(({ text }) => addsToOthers(text))) return new Map();
  return new Map(
    [...parts].map(([path, { needs }]) => [
      path,
      sha256([epoch, ...needs.map((each) => `${each} ${texts.get(each)}`)].join('\n')),
    ]),
  );
}

export type Origins = ReadonlyMap<string, string>;

/** Returns the parts that are still valid because none of the sources they depend on have changed. */
export function unchangedParts({ parts, texts }: KeptParts, sources: readonly Source[]): Parts {
  const now = hashesOf(sources);
  return new Map([...parts].filter(([, { needs }]) => needs.every((path) => now.get(path) === texts.get(path))));
}

function hashesOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(sources.map(({ path, text }) => [path, sha256(text)]));
}

/** Returns a file and its direct and indirect imports. */
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
