import { posix } from 'node:path';
import type { Edit } from '../code/code-edit.js';
import { isRelative, type CodeWorld } from '../code/code-world.js';
import type { Specifier } from '../code/specifiers.js';

/** A move of files, with absolute paths. */
export interface Move {
  readonly before: CodeWorld;
  readonly after: CodeWorld;
  readonly moves: ReadonlyMap<string, string>;
  readonly redirects: readonly Redirect[];
}

/** Imports that must refer to another file, which replaces the original one. */
export interface Redirect {
  readonly from: string;
  readonly to: string;
  /** Reports whether a file, by its path before the move, contains the affected imports. */
  readonly isIn: (file: string) => boolean;
}

/**
 * Returns the text that a specifier needs after a move to refer to the same file as before.
 * @param from the file that contains it, before the move
 * @returns undefined if no change is necessary; `lost` and the file that cannot be referred to if no text works
 */
export function movedSpecifier(
  specifier: Specifier,
  from: string,
  move: Move,
): Edit | { readonly lost: string } | undefined {
  const { before, after, moves, redirects } = move;
  const written = asWritten(specifier);
  const target = before.resolve(written, from);
  const newFrom = moves.get(from) ?? from;
  if (target === undefined) {
    const folder = posix.dirname(from);
    // A folder or build output, which stays where it is. A file's own folder moves with the file.
    if (!isRelative(written) || folder === posix.dirname(newFrom) || /^\.\/?$/.test(written)) return undefined;
    return edit(specifier, relativePath(newFrom, posix.join(folder, written)));
  }
  const redirect = redirects.find((each) => each.from === target && each.isIn(from));
  const newTarget = redirect?.to ?? moves.get(target) ?? target;
  // A specifier in its shortest form remains in that form, so that moving back restores it.
  const hasToMove = (newTarget !== target || newFrom !== from) && written === shortest(from, written, target);
  if (!hasToMove && after.resolve(written, newFrom) === newTarget) return undefined;
  // Next to an alias `x`, the relative `./x` does not exist in the module system of Node, and `./x.js` works in every
  // other one too.
  const texts = isRelative(written)
    ? [shortest(newFrom, written, target, newTarget), relativePath(newFrom, endingInJs(newTarget))]
    : [sameAlias(written, target, newTarget), relativePath(newFrom, withEnding(written, target, newTarget))];
  const found = texts.find((text) => text !== undefined && after.resolve(text, newFrom) === newTarget);
  if (found === undefined) return { lost: target };
  return found === written ? undefined : edit(specifier, found);
}

/** Returns the path from a file to a target, with the same ending as the import. */
function shortest(from: string, written: string, target: string, newTarget = target): string {
  return relativePath(from, sameEnding(written, target, newTarget));
}

function asWritten({ text, sort }: Specifier): string {
  if (sort === 'module' || /^([a-z][a-z0-9+.-]+:|\/)/i.test(text)) return text;
  const path = sort === 'url' ? decoded(text) : text;
  return isRelative(path) ? path : `./${path}`;
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function edit({ start, end, sort }: Specifier, path: string): Edit {
  const text = sort === 'url' ? encodeURI(path) : path;
  return { start, end, text: sort === 'path' ? text : text.replaceAll(/[\\'"`]/g, '\\$&') };
}

function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to) + (to.endsWith('/') ? '/' : '');
  return path === '' ? '.' : isRelative(path) ? path : `./${path}`;
}

const codeEnding = /(?:\.d)?\.([cm]?)tsx?$/;

/** Returns the new path of a file, with as much of its ending as the import contains. */
function sameEnding(written: string, target: string, newTarget: string): string {
  const bare = target.replace(codeEnding, '');
  if (bare === target || (posix.basename(written) !== posix.basename(bare) && posix.extname(written) !== '')) {
    return withEnding(written, target, newTarget);
  }
  const newBare = newTarget.replace(codeEnding, '');
  const isFolder = posix.basename(bare) === 'index' && posix.basename(written) !== 'index';
  return isFolder && posix.basename(newBare) === 'index' ? posix.dirname(newBare) : newBare;
}

/** Returns the new path of a file, with the ending of its source if the import has it. */
function withEnding(written: string, target: string, newTarget: string): string {
  return posix.extname(written) === posix.extname(target) ? newTarget : endingInJs(newTarget, written);
}

function endingInJs(target: string, like = ''): string {
  return target.replace(codeEnding, (_, sort: string) => `.${sort}js${like.endsWith('x') ? 'x' : ''}`);
}

/**
 * Returns the new path of a file under the alias of its import. The target of the alias is derived from the suffix that
 * the specifier and the path share: `@/api/v1/x.js` is `<root>/src/api/v1/x.ts`, so `@/` is `<root>/src/`.
 */
function sameAlias(written: string, target: string, newTarget: string): string | undefined {
  const name = written.split('/');
  const path = sameEnding(written, target, target).split('/');
  let shared = 0;
  while (shared < name.length && name.at(-1 - shared) === path.at(-1 - shared)) shared++;
  const folder = [...path.slice(0, path.length - shared), ''].join('/');
  if (shared === 0 || !newTarget.startsWith(folder)) return undefined;
  const prefix = name.slice(0, name.length - shared).map((each) => `${each}/`);
  return prefix.join('') + sameEnding(written, target, newTarget).slice(folder.length);
}
