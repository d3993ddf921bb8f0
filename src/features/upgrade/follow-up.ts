import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import type { Layout } from '../../project/layout/layout.js';
import { placeOf } from '../../base/text/text.js';
import type { RenamedExport } from '../../base/model/renamed-export.js';
import type { Plan } from '../../output/plan/plan.js';
import { staleExports } from './stale-exports.js';
import { goneTargets, targetMentions } from './make-mentions.js';
import { pathMentions } from '../../scaffold/change/files/path-mentions.js';

/** A project, and the files of an upgrade that is not yet applied. */
interface Planned {
  readonly host: Host;
  readonly root: string;
  readonly files: Plan['files'];
}

/** The names and paths that an upgrade changes. */
interface Upgraded {
  readonly renamedExports: readonly RenamedExport[];
  readonly release: string;
  /** The files of the release, unedited. */
  readonly scaffolded: Layout;
}

/** Reports the places where an upgrade changes the names of exports, and those where old names and paths remain. */
export function followUp(planned: Planned, { renamedExports, release, scaffolded }: Upgraded): readonly Diagnostic[] {
  const { host, root, files } = planned;
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  return [
    ...renamedExports.flatMap((each) => renamedNotes(planned, each, release)),
    ...staleExports(then, root, renamedExports),
    ...stalePaths(then, root, files, scaffolded),
    ...staleTargets(then, planned, { release, scaffolded }),
  ];
}

/** Reports the files in which a renamed export has its new name. */
function renamedNotes(
  { host, root, files }: Planned,
  { module, from, to }: RenamedExport,
  release: string,
): readonly Diagnostic[] {
  const isIn = (text: string | undefined, name: string): text is string =>
    text?.includes(module) === true && wordIn(text, name) >= 0;
  return files.flatMap(({ path, before, after, movedFrom }) => {
    const old = movedFrom === undefined ? before : host.read(posix.join(root, movedFrom));
    if (!/\.[cm]?[jt]sx?$/.test(path) || old === after || !isIn(old, from) || !isIn(after, to)) return [];
    const place = { file: path, ...placeOf(after, wordIn(after, to)), length: to.length };
    return [diagnostic('export-renamed', { module, from, to, release }, place)];
  });
}

function wordIn(text: string, word: string): number {
  return text.search(new RegExp(`\\b${word}\\b`));
}

/**
 * Returns the places that still name moved files by their old paths: they are not changed, because they may not refer
 * to the file.
 * @param then the project after the plan
 * @param scaffolded the files of the release, which need no change if they are unedited
 */
function stalePaths(then: Host, root: string, files: Plan['files'], scaffolded: Layout): readonly Diagnostic[] {
  const moves = new Map(
    files.flatMap(({ path, movedFrom }) => (movedFrom === undefined ? [] : [[movedFrom, path] as const])),
  );
  return pathMentions(then, root, new Set(moves.keys()))
    .filter(({ position }) => isEdited(then, root, scaffolded, position.file))
    .map(({ path, position }) => diagnostic('stale-path', { path, newPath: moves.get(path)! }, position));
}

function isEdited(then: Host, root: string, scaffolded: Layout, path: string): boolean {
  return scaffolded.get(path)?.content !== then.read(posix.join(root, path));
}

/** Returns the places that still use targets of the Makefile that the release lacks. */
function staleTargets(
  then: Host,
  { root, files }: Planned,
  { release, scaffolded }: Pick<Upgraded, 'release' | 'scaffolded'>,
): readonly Diagnostic[] {
  const changed = files.find(({ path }) => path === 'Makefile');
  const gone = goneTargets(changed?.before ?? '', changed?.after ?? '');
  return targetMentions(then, root, new Set(gone.keys()))
    .filter(({ position }) => isEdited(then, root, scaffolded, position.file))
    .map(({ target, position }) => {
      const newTarget = gone.get(target);
      return diagnostic('stale-target', { target, release, ...(newTarget !== undefined && { newTarget }) }, position);
    });
}
