import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { readState } from '../../../output/plan/state.js';
import { isYaml } from '../../../project/paths.js';
import type { ChangedObjects } from '../kustomizations/changed-objects.js';
import { mergedFile } from '../edited-code/merged-file.js';
import { pathMentions } from './path-mentions.js';
import { projectTexts } from './project-texts.js';
import { withRoleNames } from '../names/role-names.js';

/** The files that a command has changed so far. */
interface ChangedTexts {
  readonly changed: readonly DesiredFile[];
  readonly objects: readonly ChangedObjects[];
}

/** The new paths of files that move, and the new names of roles, by the old ones. */
export interface NewNames {
  readonly moves: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
}

/**
 * Returns the files of a command with new paths and names in YAML: references to files that it moves, such as in the
 * user's kustomizations and workflows, and to roles that it renames. Paths are relative to the root, or to their file.
 */
export function withNewNames(
  host: Host,
  root: string,
  { changed, objects }: ChangedTexts,
  { moves, roles }: NewNames,
): ChangedTexts {
  if (moves.size + roles.size === 0) return { changed, objects };
  const changedText = (from: string, path: string, text: string): string =>
    withRoleNames(withPaths(from, path, text, moves), roles);
  const state = readState(host, root);
  const known = new Set([...changed.flatMap(({ path, movedFrom }) => [path, movedFrom ?? path])]);
  for (const { from, path } of objects) known.add(from).add(path);
  const others = [...projectTexts(host, root)].flatMap((from): readonly DesiredFile[] => {
    const ownership = state.get(from)?.ownership;
    if (!isYaml(from) || known.has(from) || moves.has(from) || ownership === 'generated' || ownership === 'sample')
      return [];
    const text = host.read(posix.join(root, from));
    const content = text === undefined ? undefined : changedText(from, from, text);
    return content === undefined || content === text ? [] : [mergedFile(host, root, from, from, content)];
  });
  const follows = <F extends { readonly path: string; readonly content: string }>(file: F, from: string): F =>
    isYaml(file.path) ? { ...file, content: changedText(from, file.path, file.content) } : file;
  return {
    changed: [...changed.map((each) => follows(each, each.movedFrom ?? each.path)), ...others],
    objects: objects.map((each) => follows(each, each.from)),
  };
}

/**
 * Returns the places that still name moved files by their old paths, and that nothing else reports: in hidden folders,
 * where no command writes, and in other texts if only the folder of the file changes.
 * @param then the files after the command
 */
export function leftPaths(then: Host, root: string, moves: ReadonlyMap<string, string>): readonly Diagnostic[] {
  return pathMentions(then, root, new Set(moves.keys())).flatMap(({ path, position }) => {
    const newPath = moves.get(path)!;
    const isTold = posix.basename(path) !== posix.basename(newPath) || /\.[cm]?[jt]sx?$/.test(position.file);
    if (isTold && !position.file.startsWith('.')) return [];
    return [diagnostic('stale-path', { path, newPath }, position)];
  });
}

function withPaths(from: string, path: string, text: string, moves: ReadonlyMap<string, string>): string {
  return text.replaceAll(/(?<![^\s'"[,=({])[\w@.+/-]+(?![^\s'"\],:)}])/g, (word) => {
    if (word.startsWith('/')) return word;
    const dot = word.startsWith('./') ? './' : '';
    const ofRoot = moves.get(posix.normalize(word));
    if (ofRoot !== undefined) return dot + ofRoot;
    const beside = moves.get(posix.join(posix.dirname(from), word));
    if (beside === undefined) return word;
    const fresh = posix.relative(posix.dirname(path), beside);
    return fresh.startsWith('.') ? fresh : dot + fresh;
  });
}
