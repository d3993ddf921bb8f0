import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { apiGroupOf, type Project } from '../../../project/project.js';
import type { Renaming } from '../../../project/renaming.js';
import type { CodeChange } from '../../refactor/moves/plan-code-move.js';
import { moveCode, type CodeToChange } from '../change-project.js';
import { renameCode } from './rename-code.js';

/** Returns the kinds that the project declares in its own domain, each with the new domain. */
export function withDomain({ resources, domain: old }: Project, domain: string): Renaming {
  const own = resources.filter((each) => each.origin === undefined && each.domain === old && domain !== old);
  return own.map((each) => [each, { ...each, domain }]);
}

/** Moves files and renames the groups in code. Each group is renamed separately. */
export function changeGroups(
  host: Host,
  root: string,
  change: CodeToChange,
  project: Project,
  renaming: Renaming,
): CodeChange {
  const groups = [...new Set(renaming.map(([old]) => apiGroupOf(old)))];
  const files = new Map<string, string>();
  const problems = [];
  if (groups.length === 0) return moveCode(host, root, change);
  for (const [index, group] of groups.entries()) {
    const ofGroup = renaming.filter(([old]) => apiGroupOf(old) === group);
    // The first renaming moves the files, and the others find them at their new paths.
    const none = new Map<string, string>();
    const { moves, outputs } = index === 0 ? change : { moves: none, outputs: none };
    const then = index === 0 ? host : overlay(host, moved(root, change, files));
    const changed = renameCode(then, root, { ...change, moves, outputs }, project, ofGroup);
    for (const [path, text] of changed.files) files.set(path, text);
    problems.push(...changed.problems);
  }
  return { files, problems };
}

function moved(
  root: string,
  { moves }: CodeToChange,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | undefined> {
  const gone = [...moves.keys()].map((path) => [posix.join(root, path), undefined] as const);
  return new Map([...gone, ...[...files].map(([path, text]) => [posix.join(root, path), text] as const)]);
}
