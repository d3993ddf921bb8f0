import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { isRecorded, readState } from '../../../output/plan/state.js';
import { typesFile } from '../../../project/paths.js';
import type { Project, ProjectResource } from '../../../project/project.js';

/**
 * Returns the recorded files into which the types of a kind were divided when they were imported, with their present
 * texts, by path; for a file that a user has edited, the text is undefined.
 */
export function importedParts(
  host: Host,
  root: string,
  project: Project,
  resource: ProjectResource,
): ReadonlyMap<string, string | undefined> {
  const main = posix.normalize(resource.origin?.path ?? typesFile(resource, project));
  const kind = resource.kind.toLowerCase();
  const isPart = (path: string): boolean =>
    path !== main &&
    posix.dirname(path) === posix.dirname(main) &&
    posix.basename(path).startsWith(`${kind}.`) &&
    path.endsWith('.types.ts');
  return recordedTexts(host, root, isPart);
}

/** Returns recorded files with their present texts; for files that a user has edited, the text is undefined. */
function recordedTexts(
  host: Host,
  root: string,
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, string | undefined> {
  const recorded = [...readState(host, root)].filter(([path]) => isWanted(path));
  return new Map(
    recorded.flatMap(([path, entry]) => {
      const text = host.read(posix.join(root, path));
      if (text === undefined) return [];
      return [[path, isRecorded(entry, text) ? text : undefined] as const];
    }),
  );
}

/** The name of a file with types that several imported kinds use. */
const sharedFile = /^(?:[a-z0-9]+-)?(?:shared|common)(?:\.[a-z0-9-]+)?\.types\.ts$/;

/**
 * Returns the recorded files with types that several imported kinds of one group and version share, and that are used
 * only by these kinds and by each other. Their present texts are as in `importedParts`.
 */
export function sharedParts(
  host: Host,
  root: string,
  project: Project,
  kinds: readonly ProjectResource[],
): ReadonlyMap<string, string | undefined> {
  const mains = kinds.map((each) => posix.normalize(each.origin?.path ?? typesFile(each, project)));
  const folders = new Set(mains.map((path) => posix.dirname(path)));
  const found = recordedTexts(
    host,
    root,
    (path) => folders.has(posix.dirname(path)) && sharedFile.test(posix.basename(path)) && !mains.includes(path),
  );
  const own = new Set([...mains, ...kinds.flatMap((each) => [...importedParts(host, root, project, each).keys()])]);
  const others = [...folders].flatMap((folder) =>
    host
      .list(posix.join(root, folder))
      .map((name) => posix.join(folder, name))
      .filter((path) => path.endsWith('.ts') && !own.has(path) && !found.has(path)),
  );
  const used = new Set(others);
  for (const path of used) {
    const text = host.read(posix.join(root, path)) ?? '';
    for (const each of found.keys()) {
      const isNear = posix.dirname(each) === posix.dirname(path);
      if (isNear && text.includes(`'./${posix.basename(each, '.ts')}.js'`)) used.add(each);
    }
  }
  return new Map([...found].filter(([path]) => !used.has(path)));
}

/**
 * Returns the name for the files with shared types of imported kinds, whose folder may already have such files of other
 * kinds.
 */
export function sharedNameFor(host: Host, root: string, project: Project, kinds: readonly ProjectResource[]): string {
  const names = kinds.map(({ kind }) => kind).toSorted();
  const free = names.some((each) => each.toLowerCase() === 'shared') ? 'Common' : 'Shared';
  const [main] = kinds.map((each) => posix.normalize(each.origin?.path ?? typesFile(each, project)));
  const path = posix.join(posix.dirname(main!), `${free.toLowerCase()}.types.ts`);
  const isTaken = host.kind(posix.join(root, path)) !== 'missing' && !sharedParts(host, root, project, kinds).has(path);
  return isTaken ? `${names[0]!}-${free}` : free;
}
