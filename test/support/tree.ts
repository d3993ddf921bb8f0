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

/** An empty temporary folder; whoever makes it removes it. */
export function makeTemporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'operator-gen-test-')));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A temporary folder with these files in it, gone when the test is over. */
export function temporaryFolder(files: Tree = {}): string {
  const { path: folder, remove } = makeTemporaryFolder();
  onTestFinished(remove);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Everything below a folder: contents and modes of files, links, and the empty folders too. */
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
