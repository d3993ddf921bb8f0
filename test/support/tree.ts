import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files by path, relative to a folder. */
export type Tree = Readonly<Record<string, string>>;

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Creates an empty temporary folder, which the caller must remove. */
export function makeTemporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'operator-gen-test-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Creates a temporary folder with these files, which is removed after the test. */
export function temporaryFolder(files: Tree = {}): string {
  const { path, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  return withFiles(path, files);
}

/** The folder in which `projectFolder` creates folders. */
export const projectFolders = join(realpathSync(tmpdir()), `operator-gen-projects-${process.pid}`);

/** The folders that tests of this process currently use. */
const inUse = new Set<string>();

/**
 * Creates a temporary folder with a path that earlier tests of this process used. The compiler identifies files by
 * their paths, so it reads common files only once.
 */
export function projectFolder(files: Tree = {}): string {
  let index = 0;
  while (inUse.has(join(projectFolders, `${index}`))) index += 1;
  const path = join(projectFolders, `${index}`);
  inUse.add(path);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
    inUse.delete(path);
  });
  return withFiles(path, files);
}

function withFiles(folder: string, files: Tree): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Returns everything below a folder: contents and modes of files, links, and empty folders. */
export function snapshot(folder: string, path = folder): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const at = join(path, entry.name);
    const name = relative(folder, at);
    if (entry.isSymbolicLink()) found[name] = `link to ${readlinkSync(at)}`;
    else if (entry.isDirectory()) Object.assign(found, { [`${name}/`]: 'folder' }, snapshot(folder, at));
    else found[name] = `${(statSync(at).mode & 0o777).toString(8)} ${readFileSync(at, 'utf8')}`;
  }
  return found;
}

/** Folders and files by path below a folder, each folder before its content. */
export type FolderContent = readonly FolderEntry[];

interface FolderEntry {
  readonly path: string;
  readonly mode: number;
  /** Undefined for a folder. */
  readonly text: Buffer | undefined;
}

/** Returns the content of a folder, to be written into other folders. */
export function folderContent(folder: string): FolderContent {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): FolderContent => {
    const at = join(folder, entry.name);
    const mode = statSync(at).mode & 0o777;
    if (!entry.isDirectory()) return [{ path: entry.name, mode, text: readFileSync(at) }];
    const inside = folderContent(at).map((each) => ({ ...each, path: join(entry.name, each.path) }));
    return [{ path: entry.name, mode, text: undefined }, ...inside];
  });
}

/** Writes the content of one folder into another one, which is empty. */
export function restore(content: FolderContent, folder: string): void {
  for (const { path, mode, text } of content) {
    if (text === undefined) mkdirSync(join(folder, path), { mode });
    else writeFileSync(join(folder, path), text, { mode });
  }
}
