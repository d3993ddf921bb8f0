import { posix } from 'node:path';
import { listSources } from '../../../language/analyze/sources.js';
import type { Host } from '../../../base/io/host.js';
import type { Layout } from '../../../project/layout/layout.js';
import { typesFile } from '../../../project/paths.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../../project/project.js';
import { renamed, type Renaming } from '../../../project/renaming.js';
import { alignCode, type AlignedCode, type CalledAnew } from '../edited-code/template-differences.js';
import type { MarkedNames } from '../../refactor/markers/marker-edits.js';
import { withMovedPaths } from '../../refactor/moves/path-texts.js';
import { planCodeMove } from '../../refactor/moves/plan-code-move.js';
import type { ChangedCode, CodeToChange } from '../change-project.js';
import type { CodePart } from '../edited-code/joined-files.js';
import { groupVersionIn } from '../kinds/group-versions.js';
import { writtenCode } from '../edited-code/scaffolded-code.js';

/**
 * Applies renamed resources to a project's code: renames the names that differ in its templates, wherever they are
 * used, and changes the strings in markers.
 */
export function renameCode(
  host: Host,
  root: string,
  { moves, outputs, before, after, parts }: CodeToChange,
  project: Project,
  renaming: Renaming,
): ChangedCode {
  const byId = new Map([...after.values()].map((file) => [file.id, file]));
  const pairs = [...before.values()].flatMap((old) => {
    const file = byId.get(old.id);
    if (file === undefined || file.content === old.content || !old.path.endsWith('.ts')) return [];
    const aligned = alignCode(old.content, file.content);
    return aligned === undefined ? [] : [{ old, file, aligned }];
  });
  const shared = alignedParts(parts);
  const marked = markedNames(
    project,
    renaming,
    [...pairs.map(({ aligned }) => aligned), ...shared.values()].flatMap(({ texts }) => texts),
  );
  const named = [
    ...pairs.map(({ old: { path }, aligned: { names } }) => ({ path, names })),
    ...Array.from(shared, ([{ path }, { names }]) => ({ path, names })),
  ];
  const renames = named.flatMap(({ path, names }) => {
    const file = presentFile(host, root, path, names);
    return names.map((each) => ({ file, ...each }));
  });
  const paths = new Map([...moves, ...outputs]);
  const files = new Set(pairs.map(({ old }) => old.path));
  const redirects = groupVersions(before, after, project, renaming)
    .filter(({ from, to }) => (moves.get(from) ?? from) !== to)
    .map((each) => ({ ...each, isIn: (file: string) => marked.isWhole || files.has(file) }));
  const change = planCodeMove(writtenCode(host, root), root, { moves, outputs, renames, redirects, marked });
  // Positions of warnings are those after the file has moved.
  const problems = change.problems.map((each) =>
    each.severity === 'error' || each.position === undefined
      ? each
      : { ...each, position: { ...each.position, file: moves.get(each.position.file) ?? each.position.file } },
  );
  // A group and version without kinds is not renamed: its file is deleted, unless the user has changed it.
  const isUnedited = (path: string): boolean => host.read(posix.join(root, path)) === before.get(path)?.content;
  const gone = new Set(redirects.map(({ from }) => from).filter((path) => !after.has(path) && isUnedited(path)));
  const changed = new Map([...change.files].filter(([path]) => !gone.has(path)));
  return {
    ...change,
    files: changed,
    problems,
    parts: parts.map((part) => {
      const aligned = shared.get(part);
      return aligned === undefined ? part : { ...part, before: withMovedPaths(part.path, aligned.renamed, paths) };
    }),
    scaffolded: new Map(
      pairs.map(({ file: { path }, aligned }) => [path, withMovedPaths(path, aligned.renamed, paths)]),
    ),
  };
}

/** Returns the changed names of scaffolded code that is in files with other code. */
function alignedParts(parts: readonly CodePart[]): ReadonlyMap<CodePart, AlignedCode> {
  return new Map(
    parts.flatMap((part) => {
      const aligned = part.before === part.after ? undefined : alignCode(part.before, part.after);
      return aligned === undefined ? [] : [[part, aligned] as const];
    }),
  );
}

/** Returns the file that declares a class of a scaffolded file, to which the user can have given another name. */
function presentFile(host: Host, root: string, path: string, names: readonly CalledAnew[]): string {
  if (host.kind(posix.join(root, path)) === 'file') return path;
  const declares = (text: string): boolean => names.some(({ name }) => text.includes(`export class ${name} `));
  const found = listSources(host, root).find(({ text }) => declares(text));
  return found === undefined ? path : posix.relative(root, found.path);
}

function markedNames({ resources }: Project, renaming: Renaming, texts: readonly CalledAnew[]): MarkedNames {
  // One command renames kinds of a single group, and moves all of them to a single group.
  const [group = '', newGroup = ''] = renaming.flatMap((pair) => pair.map(apiGroupOf));
  const pluralsOf = (pair: readonly ProjectResource[]) => pair.map((each) => pluralNameOf(each));
  return {
    group,
    newGroup,
    isWhole: resources.every((each) => renamed(renaming, each) !== undefined || apiGroupOf(each) !== group),
    plurals: new Map(renaming.map((pair) => pluralsOf(pair) as [string, string])),
    texts: new Map(texts.map(({ name, newName }) => [name, newName])),
  };
}

/** Returns the files that contain the group and version of renamed kinds, before and after. */
function groupVersions(
  before: Layout,
  after: Layout,
  project: Project,
  renaming: Renaming,
): readonly { readonly from: string; readonly to: string }[] {
  const fileOf = (layout: Layout, each: ProjectResource): string => {
    const apiVersion = `${apiGroupOf(each)}/${each.version}`;
    const present = [...layout.values()].find(({ content }) => groupVersionIn(content) === apiVersion);
    return present?.path ?? posix.join(posix.dirname(typesFile(each, project)), 'group-version.ts');
  };
  const pairs = renaming.map(([old, fresh]) => [fileOf(before, old), fileOf(after, fresh)] as const);
  return [...new Map(pairs)].map(([from, to]) => ({ from, to }));
}
