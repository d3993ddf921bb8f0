import { posix } from 'node:path';
import { diagnostic, DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import {
  byPath,
  layoutFiles,
  layoutOf,
  sharedPaths,
  type Layout,
  type LayoutFile,
  type LayoutOptions,
} from '../../project/layout/layout.js';
import { defined } from '../../base/model/defined.js';
import { codeHeader } from '../../project/license.js';
import type { Project } from '../../project/project.js';
import { withoutParts, type CodePart } from './edited-code/joined-files.js';
import { keptVersions, withStored } from './kinds/stored-versions.js';
import { withPresentPaths } from './files/present-paths.js';
import { presentSettings } from './settings-from-files.js';

/** The scaffolded files before and after a change. */
export interface Layouts {
  readonly before: Layout;
  readonly after: Layout;
  /** The changes of code that is in files together with other code. */
  readonly parts: readonly CodePart[];
}

/** The content of a file, or a function that changes the scaffolded content. */
export type ImportedText = string | ((scaffolded: string) => string);

export type ImportedFiles = ReadonlyMap<string, ImportedText>;

/** Files that are scaffolded again although they exist. */
export interface FilesAgain {
  /** The project without the parts for which they are scaffolded. */
  readonly without: Project;
  /** The paths that they can have: files that other parts of the project need are not changed. */
  readonly paths: RegExp;
}

/** The choices, in addition to PROJECT, that determine the scaffolded files. */
interface LayoutChoices {
  readonly present: Project | undefined;
  readonly again: FilesAgain | undefined;
  readonly knownAs: LayoutOptions['knownAs'];
  readonly imported: ImportedFiles;
  /** The texts of existing files that differ from what was scaffolded, by path. */
  readonly replaced: ReadonlyMap<string, string>;
  /** The templates of the project's release, if it is not the present one. */
  readonly templates: LayoutOptions['templates'];
  /** The releases, if they differ. */
  readonly upgrade: { readonly before: LayoutOptions; readonly after: LayoutOptions } | undefined;
  /** Whether stored versions that are kept remain stored after the change. */
  readonly keepsStorage: boolean;
}

/**
 * Returns the scaffolded files of a project before and after a change of PROJECT, by their present paths.
 * @throws DiagnosticsError when two files would have the same path
 */
export function layoutsOf(
  host: Host,
  root: string,
  [project, edited]: readonly [Project, Project],
  { present, again, knownAs, imported, replaced, templates, upgrade, keepsStorage }: LayoutChoices,
): Layouts {
  const asNow = { ...presentSettings(host, root, project), templates };
  const scaffolded = layoutFiles(project, { ...asNow, ...upgrade?.before });
  const listed =
    project.permissions === edited.permissions
      ? scaffolded
      : withOwnMarkers(host, root, scaffolded, layoutFiles({ ...project, permissions: edited.permissions }, asNow));
  const options = { ...asNow, ...defined({ knownAs }) };
  const plain = layoutFiles(edited, { ...options, ...upgrade?.after });
  const storage = { projects: [project, edited], ...defined({ knownAs }), keepsStorage } as const;
  const [old, fresh] = upgrade === undefined ? keptVersions(host, root, storage) : [[], []];
  const imports = withImported(withStored(plain, edited, fresh, options), imported, edited);
  const wanted = upgrade === undefined ? takenOver(listed, imports) : imports;
  refuseSharedPaths(listed, wanted);
  const kept =
    upgrade === undefined
      ? withReplaced(withStored(listed, project, old, asNow), replaced)
      : withoutTakenMoves(host, root, listed, wanted);
  const files = withPresentPaths(host, root, project, kept, wanted);
  const [found, after, parts] = upgrade === undefined ? withoutParts(host, root, kept, files) : [...files, []];
  const existing =
    again === undefined ? found : withoutAgain(found, listed, layoutFiles(again.without, asNow), again.paths);
  const before = present === undefined ? byPath(existing) : presentOf(byPath(existing), layoutOf(present, asNow));
  return { before, after: byPath(after), parts };
}

/**
 * Returns the files scaffolded before; edited ones declare permissions as they do at present: markers are neither
 * removed from edited code nor added to it.
 */
function withOwnMarkers(
  host: Host,
  root: string,
  before: readonly LayoutFile[],
  asAfter: readonly LayoutFile[],
): readonly LayoutFile[] {
  const other = byPath(asAfter);
  return before.map((file) => {
    const after = other.get(file.path) ?? file;
    const isSame = after.content === file.content || host.read(posix.join(root, file.path)) === file.content;
    return isSame ? file : after;
  });
}

/**
 * Returns the files scaffolded after a change. Files that another owner takes over, such as the controller of a deleted
 * version, keep their IDs, so that they do not move.
 */
function takenOver(before: readonly LayoutFile[], after: readonly LayoutFile[]): readonly LayoutFile[] {
  const [old, fresh] = [before, after].map((files) => new Set(files.map(({ id }) => id)));
  const left = new Map(before.flatMap(({ id, path }) => (fresh!.has(id) ? [] : [[path, id] as const])));
  return after.map((file) => (old!.has(file.id) ? file : { ...file, id: left.get(file.path) ?? file.id }));
}

/**
 * Returns the files scaffolded before. A file that a release would move to the path of an existing file does not move:
 * one file is removed, and another one is added.
 */
function withoutTakenMoves(
  host: Host,
  root: string,
  before: readonly LayoutFile[],
  after: readonly LayoutFile[],
): readonly LayoutFile[] {
  const paths = new Map(after.map(({ id, path }) => [id, path]));
  return before.map((file) => {
    const to = paths.get(file.id) ?? file.path;
    const isTaken = to !== file.path && host.kind(posix.join(root, to)) !== 'missing';
    return isTaken ? { ...file, id: `${file.id} before` } : file;
  });
}

/** Returns scaffolded files with imported contents, and with the imported files for which there is no template. */
function withImported(files: readonly LayoutFile[], imported: ImportedFiles, project: Project): readonly LayoutFile[] {
  const header = codeHeader(project.license);
  const left = new Map(imported);
  const contentOf = (path: string, text: string): string => (path.endsWith('.ts') ? header + text : text);
  const replaced = files.map((file) => {
    const text = left.get(file.path);
    left.delete(file.path);
    if (text === undefined) return file;
    return { ...file, content: typeof text === 'string' ? contentOf(file.path, text) : text(file.content) };
  });
  const added = [...left].flatMap(([path, text]): readonly LayoutFile[] =>
    typeof text === 'string' ? [importedFile(path, contentOf(path, text))] : [],
  );
  return [...replaced, ...added];
}

/** Returns the files scaffolded before the change, with the present texts of those that the change replaces. */
function withReplaced(files: readonly LayoutFile[], replaced: ReadonlyMap<string, string>): readonly LayoutFile[] {
  const left = new Map(replaced);
  const known = files.map((file) => {
    const content = left.get(file.path);
    left.delete(file.path);
    return content === undefined ? file : { ...file, content };
  });
  return [...known, ...[...left].map(([path, content]) => importedFile(path, content))];
}

/** Returns a file that has no template. */
function importedFile(path: string, content: string): LayoutFile {
  return { path, content, ownership: 'scaffolded', id: `imported ${path}` };
}

/** Returns the files at their present paths, except those that are scaffolded again. */
function withoutAgain(
  files: readonly LayoutFile[],
  listed: readonly LayoutFile[],
  others: readonly LayoutFile[],
  paths: RegExp,
): readonly LayoutFile[] {
  const left = new Set(others.map(({ id }) => id));
  const again = new Set(listed.flatMap(({ id, path }) => (left.has(id) || !paths.test(path) ? [] : [id])));
  return files.filter(({ id }) => !again.has(id));
}

/**
 * Returns the files that are already scaffolded, if they differ from what PROJECT lists. Existing code is as PROJECT
 * describes it now.
 */
function presentOf(before: Layout, present: Layout): Layout {
  const isCode = (path: string): boolean => path.startsWith('src/');
  const paths = new Map([...before.values()].map(({ id, path }) => [id, path]));
  const files = [...present.values()].map((file) => ({ ...file, path: paths.get(file.id) ?? file.path }));
  return byPath(files.map((file) => (isCode(file.path) ? before.get(file.path) : undefined) ?? file));
}

/**
 * Rejects a change after which two files would have the same path, ignoring case.
 * @throws DiagnosticsError when there is such a path
 */
function refuseSharedPaths(before: readonly LayoutFile[], after: readonly LayoutFile[]): void {
  const known = new Set(sharedPaths(before).map(({ path }) => path));
  const problems = sharedPaths(after).filter(({ path }) => !known.has(path));
  if (problems.length > 0) throw new DiagnosticsError(...problems.map((each) => diagnostic('kinds-share-files', each)));
}
