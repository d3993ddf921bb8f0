import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from '../../base/io/own-package.js';
import type { RenamedExport } from '../../base/model/renamed-export.js';

/** The texts of templates, by set and path, e.g. `init/Makefile`. */
export type TemplateTexts = ReadonlyMap<string, string>;

/** A release of operator-gen, with the templates that it scaffolds. */
export interface Release {
  readonly version: string;
  /** The texts of all templates, by set and path, e.g. `init/Makefile`. */
  readonly templates: TemplateTexts;
  /** The templates whose paths changed since the previous release, as new paths by old ones. */
  readonly moved: Readonly<Record<string, string>>;
  /** The exports of packages that were renamed since the previous release. */
  readonly renamedExports: readonly RenamedExport[];
}

/** The change of one template since the previous release: its text, lines that replace others, or null if it was removed. */
export type TemplateChange = string | readonly LineChange[] | null;

/** A range of lines in the earlier text (the end is exclusive), and the lines that replace them. */
export type LineChange = readonly [from: number, to: number, ...lines: string[]];

/** A file of the archive: the first release has all texts, every other one the changes since its base. */
export interface ArchivedRelease {
  readonly version: string;
  readonly base?: string;
  readonly templates: Readonly<Record<string, TemplateChange>>;
  readonly moved?: Release['moved'];
  readonly renamedExports?: readonly RenamedExport[];
}

/** The folder of the archive in this package, with a file `<version>.json` for each release. */
export const archiveFolder = join(ownPackage, 'releases');

/** Reads the releases whose templates this package has, the oldest first. */
export function readReleases(folder = archiveFolder): readonly Release[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return unpackReleases(files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ArchivedRelease));
}

/**
 * Returns the releases of an archive, the oldest first.
 * @throws Error when a release is based on one that the archive lacks
 */
export function unpackReleases(archive: readonly ArchivedRelease[]): readonly Release[] {
  const releases: Release[] = [];
  for (let left = archive.length; left > 0; left -= 1) {
    const last = releases.at(-1);
    const next = archive.find(({ base }) => base === last?.version);
    if (next === undefined) throw new Error(`the archive has no release after ${last?.version ?? 'the first one'}`);
    releases.push(unpack(next, last?.templates ?? new Map()));
  }
  return releases;
}

function unpack(
  { version, templates, moved = {}, renamedExports = [] }: ArchivedRelease,
  base: TemplateTexts,
): Release {
  const texts = new Map(base);
  for (const [path, change] of Object.entries(templates)) {
    if (change === null) texts.delete(path);
    else texts.set(path, typeof change === 'string' ? change : changeLines(base.get(path) ?? '', change));
  }
  return { version, templates: texts, moved, renamedExports };
}

function changeLines(text: string, changes: readonly LineChange[]): string {
  const lines = text.split('\n');
  for (const [from, to, ...fresh] of changes.toReversed()) lines.splice(from, to - from, ...fresh);
  return lines.join('\n');
}

/** Returns the releases after `from`, up to and including `to`. Both must be in the list. */
export function releasesBetween(releases: readonly Release[], from: string, to: string): readonly Release[] {
  const index = (version: string): number => releases.findIndex((each) => each.version === version);
  return releases.slice(index(from) + 1, index(to) + 1);
}

/** Returns the paths of templates after some releases, by their earlier paths. */
export function movedTemplates(releases: readonly Release[]): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  for (const { moved } of releases) {
    const known = new Map([...moves].map(([from, to]) => [to, from]));
    for (const [from, to] of Object.entries(moved)) moves.set(known.get(from) ?? from, to);
  }
  return moves;
}

/** Returns the exports that some releases rename, each with its final name. */
export function renamedSince(releases: readonly Release[]): readonly RenamedExport[] {
  const renames = releases.flatMap(({ renamedExports }) => renamedExports);
  return renames.reduce<readonly RenamedExport[]>((known, { module, from, to }) => {
    const earlier = known.find((each) => each.module === module && each.to === from);
    return [...known.filter((each) => each !== earlier), { module, from: earlier?.from ?? from, to }];
  }, []);
}
