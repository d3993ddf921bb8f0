import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import { Lines } from '../../../base/model/lines.js';
import type { Position } from '../../../base/model/position.js';
import { readableIn } from '../../../project/readable.js';

/** A place in a file that names another file of the project by its path. */
export interface PathMention {
  /** The path of the other file, relative to the root. */
  readonly path: string;
  readonly position: Position;
}

const kustomizationFile = 'kustomization.yaml';

const texts =
  /\.(?:[cm]?[jt]sx?|jsonc?|ya?ml|toml|md|txt|sh|mk)$|(?:^|\/)(?:Makefile|(?:Docker|Container)file(?:\.[\w-]+)?)$/;
const notRead = new Set(['node_modules', 'dist', 'vendor', 'package-lock.json']);
/** Hidden folders with settings of tools that run files of a project. */
const hidden = new Set(['.github', '.gitlab', '.circleci', '.devcontainer', '.husky', '.vscode']);

/**
 * Returns the places that name files of a project: relative to the root, as scripts and workflows do, or relative to
 * the file itself, as imports and kustomizations do.
 * @param paths the files to search for, relative to the root
 */
export function pathMentions(host: Host, root: string, paths: ReadonlySet<string>): readonly PathMention[] {
  if (paths.size === 0) return [];
  const words = [...new Set([...paths].map((path) => stemOf(path)))];
  return [...textFiles(host, root)].flatMap((file) => {
    const text = readableIn(host, root)(file);
    if (text === undefined || !words.some((word) => text.includes(word))) return [];
    const lines = new Lines(text);
    return [...text.matchAll(/[\w@.+/$-]+/g)].flatMap(({ index, 0: word }) => {
      const path = namedBy(word, file).find((each) => paths.has(each));
      return path === undefined || path === file
        ? []
        : [{ path, position: { file, ...lines.positionOf(index), length: word.length } }];
    });
  });
}

/** Returns the files to which a word in a file can refer. An import names the JavaScript file of a TypeScript file. */
function namedBy(word: string, file: string): readonly string[] {
  // The full stop of a sentence.
  const bare = word.endsWith('.') ? word.slice(0, -1) : word;
  const path = bare.startsWith('$') ? bare.slice(bare.indexOf('/')) : bare;
  const found = [path.replace(/^\/+/, ''), posix.join(posix.dirname(file), path)].map((each) => posix.normalize(each));
  return found.flatMap((each) => [
    each,
    each.replace(/\.([cm]?)jsx?$/, '.$1ts'),
    // A kustomization names the folder of another one.
    posix.join(each, kustomizationFile),
  ]);
}

/**
 * Returns the name of a file without its extension, or of the folder of a kustomization: every mention of the file
 * contains it.
 */
function stemOf(path: string): string {
  if (posix.basename(path) === kustomizationFile) return posix.basename(posix.dirname(path));
  return posix.basename(path).replace(/(?<=.)\.[^.]+$/, '');
}

/** Lists the text files of a project that people write. */
export function* textFiles(host: Host, root: string): Generator<string> {
  const isLeftOut = (name: string, path: string): boolean =>
    notRead.has(name) || (name.startsWith('.') && host.kind(path) === 'directory' && !hidden.has(name));
  for (const { path, name, kind } of walk(host, root, isLeftOut))
    if (kind === 'file' && texts.test(name)) yield posix.relative(root, path);
}
